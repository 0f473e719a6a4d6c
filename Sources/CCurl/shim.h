// libcurl's functions take any number of arguments of any type, and Swift calls none such: one for each type.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <sys/socket.h>

typedef size_t (*shipmate_curl_bytes)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode shipmate_curl_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

static inline CURLcode shipmate_curl_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shipmate_curl_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shipmate_curl_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode shipmate_curl_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// Which schemes may be asked for, and led to. As a mask: the later form is too new for older distributions.
static inline CURLcode shipmate_curl_schemes(CURL *handle, long schemes, long redirects) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_PROTOCOLS, schemes);
    return code ? code : curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS, redirects);
}

static const long shipmate_curl_http = CURLPROTO_HTTP;
static const long shipmate_curl_https = CURLPROTO_HTTPS;
static const long shipmate_curl_smtp = CURLPROTO_SMTP | CURLPROTO_SMTPS;

static inline CURLcode shipmate_curl_reply(
    CURL *handle, shipmate_curl_bytes head, shipmate_curl_bytes body, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, head);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    return code ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

// A name that is still looked up at the end is left to itself: to wait for it would hold up the loop.
static inline CURLcode shipmate_curl_quick_exit(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(handle, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)handle;
    return CURLE_OK;
#endif
}

static inline CURLcode shipmate_curl_addresses(
    CURL *handle, curl_opensocket_callback open, curl_prereq_callback before, void *context) {
    CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, open);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
    if (!code) code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, before);
    return code ? code : curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}

static inline curl_socket_t shipmate_curl_socket(const struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static inline long shipmate_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

// Microseconds from the start to the reply's first byte; 0 before.
static inline curl_off_t shipmate_curl_first_byte(CURL *handle) {
    curl_off_t microseconds = 0;
    curl_easy_getinfo(handle, CURLINFO_STARTTRANSFER_TIME_T, &microseconds);
    return microseconds;
}

// A proxy's reply to CONNECT; 0 where there was none.
static inline long shipmate_curl_tunnel_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &status);
    return status;
}

static inline curl_socket_t shipmate_curl_active_socket(CURL *handle) {
    curl_socket_t active = CURL_SOCKET_BAD;
    curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &active);
    return active;
}

static inline CURLMcode shipmate_curl_multi_number(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode shipmate_curl_multi_callbacks(
    CURLM *multi, curl_socket_callback sockets, curl_multi_timer_callback timer, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, sockets);
    if (!code) code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    if (!code) code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

// The handle of a transfer that has ended, with how; null when there is no more news.
static inline CURL *shipmate_curl_ended(CURLM *multi, CURLcode *code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}
