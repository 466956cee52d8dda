# SPDX-License-Identifier: MIT
# How much hypothesis tries. The same examples every time in ./test; WEFT_EXAMPLES asks for more of
# them, and for new ones each time.
import os

import hypothesis

MORE = os.environ.get("WEFT_EXAMPLES")
hypothesis.settings.register_profile(
    "weft", deadline=None, database=None, print_blob=True, derandomize=not MORE,
    max_examples=int(MORE or 40), suppress_health_check=list(hypothesis.HealthCheck))
hypothesis.settings.load_profile("weft")
collect_ignore = [] if MORE else ["full"]
