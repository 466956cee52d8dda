// SPDX-License-Identifier: MIT
// Must not compile: an interface without an ID has none, not even that of its base.
#include <DirectML.h>

struct IOwnDevice : IDMLDevice {};

const GUID& id = __uuidof(IOwnDevice);
