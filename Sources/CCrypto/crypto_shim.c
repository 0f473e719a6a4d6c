#include "crypto_shim.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>

// A public key out of its numbers; null where libcrypto takes none such.
static EVP_PKEY *made(const char *kind, OSSL_PARAM_BLD *builder) {
    EVP_PKEY *key = NULL;
    OSSL_PARAM *numbers = OSSL_PARAM_BLD_to_param(builder);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, kind, NULL);
    if (numbers && context && EVP_PKEY_fromdata_init(context) == 1) {
        if (EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, numbers) != 1) key = NULL;
    }
    EVP_PKEY_CTX_free(context);
    OSSL_PARAM_free(numbers);
    return key;
}

static bool verifies(EVP_PKEY *key, const EVP_MD *hash, const uint8_t *message, size_t message_bytes,
                     const uint8_t *signature, size_t signature_bytes) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_good = key && context && EVP_DigestVerifyInit(context, NULL, hash, NULL, key) == 1
        && EVP_DigestVerify(context, signature, signature_bytes, message, message_bytes) == 1;
    EVP_MD_CTX_free(context);
    return is_good;
}

bool shipmate_rsa_verifies(const uint8_t *modulus, size_t modulus_bytes, const uint8_t *exponent, size_t exponent_bytes,
                           const uint8_t *message, size_t message_bytes, const uint8_t *signature, size_t signature_bytes) {
    BIGNUM *n = BN_bin2bn(modulus, (int)modulus_bytes, NULL);
    BIGNUM *e = BN_bin2bn(exponent, (int)exponent_bytes, NULL);
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY *key = NULL;
    if (n && e && builder && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_N, n) == 1
        && OSSL_PARAM_BLD_push_BN(builder, OSSL_PKEY_PARAM_RSA_E, e) == 1) {
        key = made("RSA", builder);
    }
    bool is_good = verifies(key, EVP_sha256(), message, message_bytes, signature, signature_bytes);
    EVP_PKEY_free(key);
    OSSL_PARAM_BLD_free(builder);
    BN_free(n);
    BN_free(e);
    return is_good;
}

static EVP_PKEY *p256(const uint8_t *point) {
    OSSL_PARAM_BLD *builder = OSSL_PARAM_BLD_new();
    EVP_PKEY *key = NULL;
    if (builder && OSSL_PARAM_BLD_push_utf8_string(builder, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1
        && OSSL_PARAM_BLD_push_octet_string(builder, OSSL_PKEY_PARAM_PUB_KEY, point, 65) == 1) {
        key = made("EC", builder);
    }
    OSSL_PARAM_BLD_free(builder);
    return key;
}

bool shipmate_p256_has(const uint8_t *point) {
    EVP_PKEY *key = p256(point);
    EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    bool is_good = context && EVP_PKEY_public_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(key);
    return is_good;
}

// libcrypto takes the two numbers as DER.
bool shipmate_p256_verifies(const uint8_t *point, const uint8_t *message, size_t message_bytes, const uint8_t *signature) {
    ECDSA_SIG *pair = ECDSA_SIG_new();
    BIGNUM *r = BN_bin2bn(signature, 32, NULL);
    BIGNUM *s = BN_bin2bn(signature + 32, 32, NULL);
    uint8_t *der = NULL;
    int der_bytes = 0;
    if (pair && r && s && ECDSA_SIG_set0(pair, r, s) == 1) {
        r = s = NULL; // they are the pair's now
        der_bytes = i2d_ECDSA_SIG(pair, &der);
    }
    EVP_PKEY *key = p256(point);
    bool is_good = der_bytes > 0 && verifies(key, EVP_sha256(), message, message_bytes, der, (size_t)der_bytes);
    EVP_PKEY_free(key);
    OPENSSL_free(der);
    BN_free(r);
    BN_free(s);
    ECDSA_SIG_free(pair);
    return is_good;
}

bool shipmate_ed25519_verifies(const uint8_t *key, const uint8_t *message, size_t message_bytes, const uint8_t *signature) {
    EVP_PKEY *made = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key, 32);
    bool is_good = verifies(made, NULL, message, message_bytes, signature, 64);
    EVP_PKEY_free(made);
    return is_good;
}

bool shipmate_hmac_sha1(const uint8_t *key, size_t key_bytes, const uint8_t *message, size_t message_bytes, uint8_t *hash) {
    unsigned int count = 20;
    return HMAC(EVP_sha1(), key, (int)key_bytes, message, message_bytes, hash, &count) && count == 20;
}
