#ifndef SHIPMATE_CPASSWORDS_H
#define SHIPMATE_CPASSWORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Firebase's scrypt (https://github.com/firebase/scrypt): the signer key, encrypted by AES-256-CTR under what scrypt
/// (RFC 7914) makes of the password. `hash` has room for as many bytes as the signer key has.
///
/// False where there is no memory for it, or the parameters are none of scrypt's.
bool shipmate_firebase_scrypt(
    const uint8_t *password, size_t password_bytes, const uint8_t *salt, size_t salt_bytes, uint64_t n, uint64_t r,
    const uint8_t *signer_key, size_t signer_key_bytes, uint8_t *hash);

/// What libxcrypt makes of a password by the setting that a hash begins with; false where it can't. `hash` has room for
/// `hash_bytes`, its end included.
bool shipmate_crypt(const char *password, const char *setting, char *hash, size_t hash_bytes);

/// SHA-1 (FIPS 180-4) of a password, 20 bytes: for looking it up in lists that others publish, and for nothing else.
/// False where libcrypto refuses.
bool shipmate_sha1(const uint8_t *password, size_t password_bytes, uint8_t *hash);

#endif
