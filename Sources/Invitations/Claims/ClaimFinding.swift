internal import Links
internal import Store

/// A claim's result before it is taken.
enum ClaimFinding {
    case nothing
    /// There is a link or a click, claimed before or no longer good.
    case used
    case candidate(ClaimCandidate)
}

/// A link that a claim may take, and the click that led to it.
struct ClaimCandidate {
    let match: Match
    let click: ClickRecord?
    /// Nil for a long link.
    let link: Link?
    let spec: LinkSpec
    /// By this claim, when it came before.
    var isTaken = false
}
