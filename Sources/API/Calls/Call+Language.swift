internal import HTTP
internal import JSON
internal import Pages

extension Call {
    /// The caller's language.
    var pageLanguage: PageLanguage { request.headers.pageLanguage }
}
