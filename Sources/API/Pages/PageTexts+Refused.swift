extension PageTexts {
    /// Above the reasons why a long link isn't followed, which are for whoever wrote it and in English.
    static func refused(in language: PageLanguage) -> Notice {
        refusals[language] ?? inEnglish
    }

    private static let inEnglish = Notice(
        title: "This link can’t be followed",
        text: "It is mistaken, or leads to where it may not. Ask whoever sent it for a new one.")

    /// One for each language, as a test holds.
    private static let refusals: [PageLanguage: Notice] = [
        .arabic: Notice(
            title: "لا يمكن فتح هذا الرابط",
            text: "فيه خطأ أو يؤدي إلى مكان غير مسموح به. اطلب رابطًا جديدًا ممن أرسله."),
        .chineseSimplified: Notice(title: "无法前往此链接", text: "链接有误，或指向不允许的地址。请向发送者索取新链接。"),
        .chineseTraditional: Notice(title: "無法前往此連結", text: "連結有誤，或指向不允許的網址。請向傳送連結的人索取新連結。"),
        .dutch: Notice(
            title: "Deze link kan niet worden gevolgd",
            text:
                "Hij klopt niet of leidt naar een plek die niet is toegestaan. Vraag de afzender om een nieuwe."
        ),
        .english: inEnglish,
        .french: Notice(
            title: "Ce lien ne peut pas être suivi",
            text:
                "Il est erroné ou mène à une adresse non autorisée. "
                + "Demandez-en un autre à la personne qui l’a envoyé."
        ),
        .german: Notice(
            title: "Diesem Link kann nicht gefolgt werden",
            text:
                "Er ist fehlerhaft oder führt an einen Ort, der nicht erlaubt ist. Lass dir einen neuen schicken."
        ),
        .hebrew: Notice(
            title: "אי אפשר לפתוח את הקישור הזה",
            text: "הוא שגוי או מוביל לכתובת שאינה מותרת. אפשר לבקש קישור חדש ממי ששלח אותו."),
        .hindi: Notice(
            title: "यह लिंक नहीं खोला जा सकता",
            text: "इसमें गलती है, या यह ऐसी जगह ले जाता है जिसकी अनुमति नहीं है। भेजने वाले से नया लिंक माँगें।"),
        .indonesian: Notice(
            title: "Tautan ini tidak dapat diikuti",
            text:
                "Tautan ini keliru atau menuju alamat yang tidak diizinkan. Minta yang baru kepada pengirimnya."
        ),
        .italian: Notice(
            title: "Non è possibile seguire questo link",
            text:
                "Contiene un errore o porta a un indirizzo non consentito. "
                + "Chiedine uno nuovo a chi te l’ha inviato."
        ),
        .japanese: Notice(
            title: "この\u{200B}リンクは\u{200B}開けません",
            text:
                "リンクに\u{200B}誤りがあるか、\u{200B}許可されていない\u{200B}場所に\u{200B}つながっています。\u{200B}"
                + "送ってくれた\u{200B}人に\u{200B}新しい\u{200B}リンクを\u{200B}頼んでください。"
        ),
        .korean: Notice(
            title: "열 수 없는 링크입니다",
            text: "링크가 잘못되었거나 허용되지 않은 주소로 연결됩니다. 보낸 사람에게 새 링크를 요청하세요."),
        .polish: Notice(
            title: "Nie można otworzyć tego linku",
            text: "Zawiera błąd albo prowadzi pod niedozwolony adres. Poproś nadawcę o nowy."),
        .portuguese: Notice(
            title: "Não é possível seguir este link",
            text: "Ele tem um erro ou leva a um endereço não permitido. Peça um novo a quem o enviou."),
        .russian: Notice(
            title: "По этой ссылке нельзя перейти",
            text: "В ней ошибка, или она ведёт туда, куда нельзя. Попросите отправителя прислать новую."),
        .spanish: Notice(
            title: "No se puede seguir este enlace",
            text:
                "Tiene un error o lleva a una dirección no permitida. Pide uno nuevo a quien te lo envió."
        ),
        .turkish: Notice(
            title: "Bu bağlantı açılamıyor",
            text: "Hatalı ya da izin verilmeyen bir adrese gidiyor. Gönderen kişiden yenisini iste."),
        .ukrainian: Notice(
            title: "За цим посиланням не можна перейти",
            text:
                "У ньому помилка, або воно веде туди, куди не можна. Попросіть відправника надіслати нове."
        ),
    ]
}
