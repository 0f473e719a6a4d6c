// Signatures by libcrypto, whose keys and contexts stay here: each function is given a public key as its numbers, and says
// whether a signature over a message is that key's. And HMAC with SHA-1, for codes of authenticator apps. Nothing of it is
// ours but the packing.
#ifndef SHIPMATE_CRYPTO_SHIM_H
#define SHIPMATE_CRYPTO_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// RSASSA-PKCS1-v1_5 with SHA-256, RFC 8017; modulus and exponent as big-endian numbers.
bool shipmate_rsa_verifies(const uint8_t *modulus, size_t modulus_bytes, const uint8_t *exponent, size_t exponent_bytes,
                           const uint8_t *message, size_t message_bytes, const uint8_t *signature, size_t signature_bytes);

// ECDSA over P-256 with SHA-256; the point uncompressed (65 bytes), the signature as two numbers of 32 bytes.
bool shipmate_p256_verifies(const uint8_t *point, const uint8_t *message, size_t message_bytes, const uint8_t *signature);

// Whether a point, as above, is on the curve.
bool shipmate_p256_has(const uint8_t *point);

// Ed25519, RFC 8032; the key has 32 bytes, the signature 64.
bool shipmate_ed25519_verifies(const uint8_t *key, const uint8_t *message, size_t message_bytes, const uint8_t *signature);

// HMAC with SHA-1, RFC 2104; the hash has 20 bytes. False where libcrypto has no SHA-1.
bool shipmate_hmac_sha1(const uint8_t *key, size_t key_bytes, const uint8_t *message, size_t message_bytes, uint8_t *hash);

#endif
