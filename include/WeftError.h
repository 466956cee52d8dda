// SPDX-License-Identifier: MIT
// The one line that says why the last call of Direct3D, DXCore or DirectML on this thread failed.
// HRESULTs only say that one did.
#pragma once

#ifdef __cplusplus
extern "C"
#endif
    // UTF-8, never null, empty before the first failure; valid until the next one on this thread.
    __attribute__((visibility("default"))) const char*
    WeftGetLastErrorMessage(void);
