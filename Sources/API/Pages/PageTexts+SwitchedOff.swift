extension PageTexts {
    /// For a link that an administrator has switched off. What to do then is as for one that has expired.
    static func switchedOff(in language: PageLanguage) -> Notice {
        Notice(title: offTitles[language] ?? inEnglish, text: InviteTexts(in: language).expired.text)
    }

    private static let inEnglish = "This link has been switched off"

    /// One for each language, as a test holds.
    static let offTitles: [PageLanguage: String] = [
        .arabic: "تم إيقاف هذا الرابط",
        .chineseSimplified: "此链接已停用",
        .chineseTraditional: "此連結已停用",
        .dutch: "Deze link is uitgeschakeld",
        .english: inEnglish,
        .french: "Ce lien a été désactivé",
        .german: "Dieser Link wurde abgeschaltet",
        .hebrew: "הקישור הזה הושבת",
        .hindi: "यह लिंक बंद कर दिया गया है",
        .indonesian: "Tautan ini telah dinonaktifkan",
        .italian: "Questo link è stato disattivato",
        .japanese: "この\u{200B}リンクは\u{200B}無効に\u{200B}なっています",
        .korean: "사용이 중지된 링크입니다",
        .polish: "Ten link został wyłączony",
        .portuguese: "Este link foi desativado",
        .russian: "Ссылка отключена",
        .spanish: "Este enlace se ha desactivado",
        .turkish: "Bu bağlantı kapatıldı",
        .ukrainian: "Посилання вимкнено",
    ]
}
