// Declarations of Apple's Security framework, as far as KeychainStore uses them, with a Keychain in memory.
// Types that Foundation re-exports on Apple's systems (CFDictionary and others) are here as well.
import Foundation

public typealias OSStatus = Int32
// https://developer.apple.com/documentation/corefoundation/cfdictionary
public typealias CFDictionary = [String: Any]
// https://developer.apple.com/documentation/corefoundation/cfstring
public typealias CFString = String
// https://developer.apple.com/documentation/corefoundation/cftyperef
public typealias CFTypeRef = Any

// https://developer.apple.com/documentation/security/ksecclass
public let kSecClass: CFString = "class"
// https://developer.apple.com/documentation/security/ksecclassgenericpassword
public let kSecClassGenericPassword: CFString = "genp"
// https://developer.apple.com/documentation/security/ksecattrservice
public let kSecAttrService: CFString = "svce"
// https://developer.apple.com/documentation/security/ksecattraccount
public let kSecAttrAccount: CFString = "acct"
// https://developer.apple.com/documentation/security/ksecattraccessgroup
public let kSecAttrAccessGroup: CFString = "agrp"
// https://developer.apple.com/documentation/security/ksecattrgeneric
public let kSecAttrGeneric: CFString = "gena"
// https://developer.apple.com/documentation/security/ksecattraccessible
public let kSecAttrAccessible: CFString = "pdmn"
// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString = "cku"
// https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain
public let kSecUseDataProtectionKeychain: CFString = "nleg"
// https://developer.apple.com/documentation/security/ksecvaluedata
public let kSecValueData: CFString = "v_Data"
// https://developer.apple.com/documentation/security/ksecreturndata
public let kSecReturnData: CFString = "r_Data"
// https://developer.apple.com/documentation/security/ksecreturnattributes
public let kSecReturnAttributes: CFString = "r_Attributes"
// https://developer.apple.com/documentation/security/ksecmatchlimit
public let kSecMatchLimit: CFString = "m_Limit"
// https://developer.apple.com/documentation/security/ksecmatchlimitone
public let kSecMatchLimitOne: CFString = "m_LimitOne"

// https://developer.apple.com/documentation/security/errsecsuccess
public let errSecSuccess: OSStatus = 0
// https://developer.apple.com/documentation/security/errsecitemnotfound
public let errSecItemNotFound: OSStatus = -25300
// https://developer.apple.com/documentation/security/errsecduplicateitem
public let errSecDuplicateItem: OSStatus = -25299
// https://developer.apple.com/documentation/security/errsecinteractionnotallowed
public let errSecInteractionNotAllowed: OSStatus = -25308

// https://developer.apple.com/documentation/security/secitemadd(_:_:)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard !isLocked else { return errSecInteractionNotAllowed }
    guard item(attributes) == nil else { return errSecDuplicateItem }
    items.append(attributes)
    return errSecSuccess
}

// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    guard !isLocked else { return errSecInteractionNotAllowed }
    guard let index = item(query) else { return errSecItemNotFound }
    items[index].merge(attributesToUpdate) { $1 }
    return errSecSuccess
}

// https://developer.apple.com/documentation/security/secitemdelete(_:)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    guard !isLocked else { return errSecInteractionNotAllowed }
    guard let index = item(query) else { return errSecItemNotFound }
    items.remove(at: index)
    return errSecSuccess
}

// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?)
    -> OSStatus
{
    guard !isLocked else { return errSecInteractionNotAllowed }
    guard let index = item(query) else { return errSecItemNotFound }
    result?.pointee = items[index]
    return errSecSuccess
}

/// For tests: a device that was not unlocked since its start.
nonisolated(unsafe) public var isLocked = false
nonisolated(unsafe) private var items: [CFDictionary] = []

/// The item with the query's class, service, account, group and mark. Only the primary key counts for an addition.
private func item(_ query: CFDictionary) -> Int? {
    let isAddition = query[kSecValueData] != nil
    return items.firstIndex { item in
        [kSecClass, kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup].allSatisfy {
            item[$0] as? String == query[$0] as? String
        }
            && (isAddition || query[kSecAttrGeneric] == nil
                || item[kSecAttrGeneric] as? Data == query[kSecAttrGeneric] as? Data)
    }
}
