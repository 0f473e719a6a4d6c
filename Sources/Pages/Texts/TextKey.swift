/// The texts of pages and mails, by their names in each language's file.
package enum TextKey: Int, CaseIterable {
    /// Buttons of the pages that links lead to; `{app}` is the app's name.
    case open, getApp, goOnInBrowser, onTheWeb, goOn, opensOnceInstalled

    /// An invitation; `{name}` invites to `{app}`. Get the app copies it, as the line below the button says.
    case invited, invites, haveIt, storeOnly, scan, copiesInvitation, copiesLink

    /// Pages that have nothing else to show. Above the reasons why a long link isn't followed, which are in
    /// English.
    case notFound, notFoundText, unavailable, unavailableText, refused, refusedText, switchedOff, expired
    case expiredText, used, usedText

    /// The debug page: who comes, by which way, and where it leads.
    case debug, debugLink, debugPayload, debugWarnings, debugNoWarnings, debugOthers, debugPreviews
    case debugWithApp, debugWithoutApp, debugApp, debugBrowser, debugButtons, debugLanding, debugQuestion
    case debugCard, debugTags

    /// Mails about an account, and the pages that their links lead to.
    case verify, verifyText, verifyWays, reset, resetText, resetLater, change, changeText, undo, undoText
    case keep, ignore
    case newPassword, weak, breached, done, confirmed, signIn, gone, goneText
    case passwordChanged, passwordChangedText, passwordChangedUndo, emailChanged, emailChangedText
    case added, addedText, removed, removedText, undoButton, undoChange, undone, waysLeft, appSignIn
    case release, releaseText, releaseButton, notMine, released, accountChanged

    /// Deletion of an account.
    case delete, deleteText, deleteAsk, deleteWhat, deleteConfirm, deleteDone, deleteSent, deletionAsked
    case deletionAskedText, deletionCancelled, deletionCancelledText, email, emailWrong, send
}
