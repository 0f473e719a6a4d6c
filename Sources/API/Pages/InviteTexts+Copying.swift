extension InviteTexts {
    /// What Get the app does beside, as the line below it says: of an invitation, and of a link that is none.
    struct Copying {
        let invitation, link: String
    }

    static func copying(in language: PageLanguage) -> Copying {
        copying[language] ?? inEnglish
    }

    private static let inEnglish = Copying(
        invitation: "Copies your invitation, so that the app finds it.",
        link: "Copies this link, so that the app finds it.")

    /// One for each language, as a test holds.
    static let copying: [PageLanguage: Copying] = [
        .arabic: Copying(
            invitation: "ينسخ هذا الزر دعوتك ليعثر عليها التطبيق.",
            link: "ينسخ هذا الزر الرابط ليعثر عليه التطبيق."),
        .chineseSimplified: Copying(
            invitation: "点按会复制你的邀请，供 App 识别。",
            link: "点按会复制此链接，供 App 识别。"),
        .chineseTraditional: Copying(
            invitation: "點一下會複製你的邀請，供 App 辨識。",
            link: "點一下會複製此連結，供 App 辨識。"),
        .dutch: Copying(
            invitation: "Kopieert je uitnodiging, zodat de app haar vindt.",
            link: "Kopieert deze link, zodat de app hem vindt."),
        .english: inEnglish,
        .french: Copying(
            invitation: "Copie votre invitation pour que l’app la retrouve.",
            link: "Copie ce lien pour que l’app le retrouve."),
        .german: Copying(
            invitation: "Kopiert deine Einladung, damit die App sie findet.",
            link: "Kopiert diesen Link, damit die App ihn findet."),
        .hebrew: Copying(
            invitation: "הלחיצה מעתיקה את ההזמנה כדי שהאפליקציה תמצא אותה.",
            link: "הלחיצה מעתיקה את הקישור כדי שהאפליקציה תמצא אותו."),
        .hindi: Copying(
            invitation: "यह बटन आपका आमंत्रण कॉपी करता है, ताकि ऐप उसे पा सके।",
            link: "यह बटन इस लिंक को कॉपी करता है, ताकि ऐप उसे पा सके।"),
        .indonesian: Copying(
            invitation: "Menyalin undanganmu agar aplikasi dapat menemukannya.",
            link: "Menyalin tautan ini agar aplikasi dapat menemukannya."),
        .italian: Copying(
            invitation: "Copia il tuo invito, così l’app lo ritrova.",
            link: "Copia questo link, così l’app lo ritrova."),
        .japanese: Copying(
            invitation: "押すと\u{200B}招待が\u{200B}コピーされ、\u{200B}アプリが\u{200B}それを\u{200B}見つけます。",
            link: "押すと\u{200B}この\u{200B}リンクが\u{200B}コピーされ、\u{200B}アプリが\u{200B}それを\u{200B}見つけます。"),
        .korean: Copying(
            invitation: "누르면 초대가 복사되어 앱이 찾을 수 있습니다.",
            link: "누르면 이 링크가 복사되어 앱이 찾을 수 있습니다."),
        .polish: Copying(
            invitation: "Kopiuje zaproszenie, aby aplikacja mogła je znaleźć.",
            link: "Kopiuje ten link, aby aplikacja mogła go znaleźć."),
        .portuguese: Copying(
            invitation: "Copia seu convite para que o app o encontre.",
            link: "Copia este link para que o app o encontre."),
        .russian: Copying(
            invitation: "Копирует приглашение, чтобы приложение его нашло.",
            link: "Копирует эту ссылку, чтобы приложение её нашло."),
        .spanish: Copying(
            invitation: "Copia tu invitación para que la app la encuentre.",
            link: "Copia este enlace para que la app lo encuentre."),
        .turkish: Copying(
            invitation: "Davetini kopyalar; uygulama onu böylece bulur.",
            link: "Bu bağlantıyı kopyalar; uygulama onu böylece bulur."),
        .ukrainian: Copying(
            invitation: "Копіює запрошення, щоб застосунок його знайшов.",
            link: "Копіює це посилання, щоб застосунок його знайшов."),
    ]
}
