extension AppProfile {
    /// What is wrong with a link under this profile: a prefix or an app that is not ours, a payload that is a
    /// short link of ours, a URL that no pattern allows. All of it, in the order of LINKS.md's table.
    package func refusals(of spec: LinkSpec) -> [LinkRefusal] {
        fatalError("H1")
    }

    /// What its maker should know of a link that is good all the same.
    package func warnings(of spec: LinkSpec) -> [LinkWarning] {
        fatalError("H1")
    }
}
