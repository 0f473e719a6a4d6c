import Crypto
import HTTP
import JSON
import TestSupport
import Testing

@testable import Console

/// The forms of all pages: Enter in a field of one that acts presses a button that does nothing.
struct ConsoleFormTests {
    @Test func `no form of a page that acts is sent by Enter, and no button has the focus`() async throws {
        try await ConsoleFormCast.with { cast in
            for view in ConsoleFormCast.console.views {
                let page = try cast.client.get(try cast.path(of: view))
                // The search always leads to another page.
                #expect(page.status == (view is SearchView ? 303 : 200), "\(view.path)")
                expectInert(page.text, view.path)
            }
        }
    }

    @Test func `each page that asks before an action has the focus on its title`() async throws {
        try await ConsoleFormCast.with { cast in
            var asked: Set<String> = []
            for view in ConsoleFormCast.console.views {
                for form in try cast.client.get(try cast.path(of: view)).text.forms {
                    let path = form.action
                    guard let action = cast.action(at: path), !asked.contains(action.path) else { continue }
                    let fields = cast.typed(into: action).merging(form.html.hiddenFields) { $1 }
                    let page = try cast.client.submit(path, fields)
                    expectInert(page.text, path)
                    if page.status != 200 { continue }
                    asked.insert(action.path)
                    let isOnTitle = page.text.contains("<h1 tabindex=\"-1\" autofocus=\"\">")
                    #expect(isOnTitle, "\(path)")
                }
            }
            let never = ConsoleFormCast.console.actions.map(\.path).filter { !asked.contains($0) }
            #expect(Set(never) == ConsoleFormCast.unasked)
        }
    }

    @Test func `pages behind a form that asks nothing keep to the same`() async throws {
        try await ConsoleFormCast.with { cast in
            let lines = ["Short link,Link", "https://a.page.link/x,https://example.com/x", "none,none"]
            let pages = [
                ("/admin/links/import", ["csv": lines.joined(separator: "\n")]),
                ("/admin/rules/try", ["name": "level-5", "version": "1"]),
            ]
            for (path, fields) in pages {
                let page = try cast.client.submit(path, fields.merging(["form_token": cast.token]) { $1 })
                #expect(page.text.forms.contains { $0.action == path }, "\(path)")
                expectInert(page.text, path)
            }
        }
    }

    @Test func `a sign-in and an invitation are sent by Enter`() async throws {
        #expect(EntryForm.allCases.map(\.rawValue) == ["/admin/sign-in", "/admin/invitation"])
        try await TestServer.with { server in
            let forms = try ConsoleClient(server).get("/admin/sign-in").text.forms
            #expect(forms.count == 2 && forms.allSatisfy { !$0.html.contains("formmethod") })
        }
    }

    private func expectInert(_ page: String, _ path: String) {
        let inert = "<button type=\"submit\" formmethod=\"dialog\""
        for form in page.forms where form.method == "post" {
            #expect(EntryForm(rawValue: form.action) == nil, "\(path)")
            let buttons = form.html.matches(of: /<(button|input type="(submit|image)")[^>]*>/).map { $0.0 }
            #expect(buttons.first?.hasPrefix(inert) == true, "\(path): \(form.html.prefix(300))")
            #expect(buttons.dropFirst().allSatisfy { !$0.hasPrefix(inert) }, "\(path)")
        }
        let isFocused = page.contains(/<(button|input type="(submit|image)")[^>]* autofocus/)
        #expect(!isFocused, "\(path)")
        // A button outside of its form could come before the form's own.
        let isOutside = page.contains(/<(button|input)[^>]* form="/)
        #expect(!isOutside, "\(path)")
    }
}
