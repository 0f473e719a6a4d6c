#include "CPasswords.h"

#include <crypt.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>

// As much as the largest parameters that are taken need: scrypt's own limit is lower.
static const uint64_t memory_bytes_max = 64ull << 20;

static bool encrypts(const uint8_t *key, const uint8_t *bytes, size_t count, uint8_t *encrypted) {
    static const uint8_t counter[16] = {0};
    int written = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool is_done = context && EVP_EncryptInit_ex(context, EVP_aes_256_ctr(), NULL, key, counter) == 1
        && EVP_EncryptUpdate(context, encrypted, &written, bytes, (int)count) == 1 && (size_t)written == count;
    EVP_CIPHER_CTX_free(context);
    return is_done;
}

bool shipmate_firebase_scrypt(
    const uint8_t *password, size_t password_bytes, const uint8_t *salt, size_t salt_bytes, uint64_t n, uint64_t r,
    const uint8_t *signer_key, size_t signer_key_bytes, uint8_t *hash) {
    uint8_t key[32];
    if (EVP_PBE_scrypt((const char *)password, password_bytes, salt, salt_bytes, n, r, 1, memory_bytes_max, key,
                       sizeof key) != 1) {
        return false;
    }
    bool is_done = encrypts(key, signer_key, signer_key_bytes, hash);
    OPENSSL_cleanse(key, sizeof key);
    return is_done;
}

bool shipmate_sha1(const uint8_t *password, size_t password_bytes, uint8_t *hash) {
    unsigned int written = 0;
    return EVP_Digest(password, password_bytes, hash, &written, EVP_sha1(), NULL) == 1 && written == 20;
}

bool shipmate_crypt(const char *password, const char *setting, char *hash, size_t hash_bytes) {
    // 32 KiB: more than a thread's stack should have to give.
    struct crypt_data *data = calloc(1, sizeof *data);
    if (!data) return false;
    const char *made = crypt_rn(password, setting, data, sizeof *data);
    bool is_done = made && strlen(made) < hash_bytes;
    if (is_done) strcpy(hash, made);
    OPENSSL_cleanse(data, sizeof *data);
    free(data);
    return is_done;
}
