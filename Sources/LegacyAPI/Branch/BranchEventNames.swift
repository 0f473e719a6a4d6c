/// The events that Branch itself named.
///
/// Source: Branch's Events API and its public API's document: commerce, content and lifecycle events.
enum BranchEventNames {
    static let standard: Set = [
        "ADD_TO_CART", "ADD_TO_WISHLIST", "VIEW_CART", "INITIATE_PURCHASE", "ADD_PAYMENT_INFO", "CLICK_AD",
        "PURCHASE", "RESERVE", "SPEND_CREDITS", "VIEW_AD",
        "SEARCH", "VIEW_ITEM", "VIEW_ITEMS", "VIEW_CONTENT", "VIEW_CONTENT_LIST", "RATE", "SHARE",
        "SHARE_CONTENT_ITEM", "INITIATE_STREAM", "COMPLETE_STREAM",
        "COMPLETE_REGISTRATION", "COMPLETE_TUTORIAL", "ACHIEVE_LEVEL", "UNLOCK_ACHIEVEMENT", "INVITE",
        "LOGIN", "SUBSCRIBE", "START_TRIAL",
    ]
}
