extension MailTexts {
    /// What is said of ways into an account, and of its recovery: further lines of each language.
    static let recoveryWestern: [PageLanguage: String] = [
        .english: """
        A new way to sign in to your account
        {way} can now be used to sign in to your account with {app}. If you did not add it, undo this \
        within 72 hours: everybody is signed out, and you choose a new password.
        A way to sign in was removed
        {way} can no longer be used to sign in to your account with {app}. If you did not remove it, undo \
        this within 72 hours: everybody is signed out, and you choose a new password.
        Undo
        Undo the change
        Your account is as it was before the change, and everybody is signed out. We have sent you a link \
        to choose a new password.
        Your account with {app} has a new password, and all other devices were signed out. If that was not \
        you, undo it within 72 hours: everybody is signed out, and you choose a new password.
        Your e-mail was changed
        Your account with {app} has its earlier e-mail address again. This address no longer belongs to it.
        Your account is going to be deleted
        Your account with {app} will be deleted on {date}. To keep it, sign in before then. If you did not \
        ask for this, undo it: everybody is signed out, and you choose a new password.
        You can still sign in with: {ways}. Remove those that are not yours in the app.
        Is this account yours?
        Somebody entered {email} for an account with {app}, and never confirmed it. If the account is not \
        yours, take your address off it. The account stays with the person who made it.
        Take my address off
        This is not my account
        {email} no longer belongs to that account.
        This account can also be opened with: {ways}. Do not confirm if they are not yours.
        Somebody used this account in the last three days. Your new password works from {date} on, unless \
        somebody who is signed in refuses it.
        Sign-in of the app
        An administrator changed your account with {app}: everybody may have to sign in again. If you did \
        not expect this, write to the people who run the app.
        """,
        .german: """
        Eine neue Anmeldemöglichkeit für dein Konto
        Mit {way} ist jetzt die Anmeldung bei deinem Konto bei {app} möglich. Wenn du das nicht hinzugefügt \
        hast, mache es innerhalb von 72 Stunden rückgängig: Alle werden abgemeldet, und du wählst ein neues \
        Passwort.
        Eine Anmeldemöglichkeit wurde entfernt
        Mit {way} ist die Anmeldung bei deinem Konto bei {app} nicht mehr möglich. Wenn du das nicht \
        entfernt hast, mache es innerhalb von 72 Stunden rückgängig: Alle werden abgemeldet, und du wählst \
        ein neues Passwort.
        Rückgängig machen
        Änderung rückgängig machen
        Dein Konto ist wieder wie vor der Änderung, und alle wurden abgemeldet. Wir haben dir einen Link \
        geschickt, mit dem du ein neues Passwort wählst.
        Dein Konto bei {app} hat ein neues Passwort, und alle anderen Geräte wurden abgemeldet. Wenn du das \
        nicht warst, mache es innerhalb von 72 Stunden rückgängig: Alle werden abgemeldet, und du wählst \
        ein neues Passwort.
        Deine E-Mail-Adresse wurde geändert
        Dein Konto bei {app} hat wieder seine frühere E-Mail-Adresse. Diese Adresse gehört nicht mehr dazu.
        Dein Konto soll gelöscht werden
        Dein Konto bei {app} wird am {date} gelöscht. Wenn du es behalten möchtest, melde dich vorher an. \
        Wenn du das nicht angefordert hast, mache es rückgängig: Alle werden abgemeldet, und du wählst ein \
        neues Passwort.
        Du kannst dich weiterhin anmelden mit: {ways}. Entferne in der App, was davon nicht dir gehört.
        Gehört dieses Konto dir?
        Jemand hat {email} für ein Konto bei {app} eingegeben und nie bestätigt. Wenn das Konto nicht dir \
        gehört, entferne deine Adresse daraus. Das Konto bleibt bei der Person, die es angelegt hat.
        Meine Adresse entfernen
        Das ist nicht mein Konto
        {email} gehört nicht mehr zu diesem Konto.
        Dieses Konto lässt sich auch öffnen mit: {ways}. Bestätige nicht, wenn das nicht deine Zugänge sind.
        Jemand hat dieses Konto in den letzten drei Tagen benutzt. Dein neues Passwort gilt ab dem {date}, \
        es sei denn, jemand, der angemeldet ist, lehnt es ab.
        Anmeldung der App
        Ein Administrator hat dein Konto bei {app} geändert: Möglicherweise müssen sich alle neu anmelden. \
        Wenn du das nicht erwartet hast, schreibe den Betreibern der App.
        """,
        .french: """
        Un nouveau moyen de connexion à votre compte
        {way} permet maintenant de se connecter à votre compte {app}. Si vous ne l’avez pas ajouté, annulez \
        cela dans les 72 heures : tout le monde est déconnecté et vous choisissez un nouveau mot de passe.
        Un moyen de connexion a été retiré
        {way} ne permet plus de se connecter à votre compte {app}. Si vous ne l’avez pas retiré, annulez \
        cela dans les 72 heures : tout le monde est déconnecté et vous choisissez un nouveau mot de passe.
        Annuler la modification
        Annuler la modification
        Votre compte est tel qu’il était avant la modification et tout le monde a été déconnecté. Nous vous \
        avons envoyé un lien pour choisir un nouveau mot de passe.
        Votre compte {app} a un nouveau mot de passe et tous les autres appareils ont été déconnectés. Si \
        ce n’était pas vous, annulez cela dans les 72 heures : tout le monde est déconnecté et vous \
        choisissez un nouveau mot de passe.
        Votre e-mail a été modifié
        Votre compte {app} a retrouvé son adresse e-mail précédente. Cette adresse-ci n’y est plus associée.
        Votre compte va être supprimé
        Votre compte {app} sera supprimé le {date}. Pour le garder, connectez-vous avant cette date. Si \
        vous n’avez rien demandé, annulez cela : tout le monde est déconnecté et vous choisissez un nouveau \
        mot de passe.
        Vous pouvez toujours vous connecter avec : {ways}. Retirez dans l’application ce qui n’est pas à vous.
        Ce compte est-il à vous ?
        Quelqu’un a saisi {email} pour un compte {app} et ne l’a jamais confirmé. Si ce compte n’est pas à \
        vous, retirez-en votre adresse. Le compte reste à la personne qui l’a créé.
        Retirer mon adresse
        Ce n’est pas mon compte
        {email} n’est plus associé à ce compte.
        Ce compte peut aussi être ouvert avec : {ways}. Ne confirmez pas si ces moyens de connexion ne sont \
        pas les vôtres.
        Quelqu’un a utilisé ce compte ces trois derniers jours. Votre nouveau mot de passe sera valable à \
        partir du {date}, sauf si une personne connectée le refuse.
        Connexion de l’application
        Un administrateur a modifié votre compte {app} : tout le monde devra peut-être se reconnecter. Si \
        vous ne vous y attendiez pas, écrivez aux responsables de l’application.
        """,
        .spanish: """
        Una nueva forma de iniciar sesión en tu cuenta
        {way} ya sirve para iniciar sesión en tu cuenta de {app}. Si no lo has añadido tú, deshaz el cambio \
        en un plazo de 72 horas: se cierran todas las sesiones y eliges una contraseña nueva.
        Se ha quitado una forma de iniciar sesión
        {way} ya no sirve para iniciar sesión en tu cuenta de {app}. Si no lo has quitado tú, deshaz el \
        cambio en un plazo de 72 horas: se cierran todas las sesiones y eliges una contraseña nueva.
        Deshacer
        Deshacer el cambio
        Tu cuenta está como antes del cambio y se han cerrado todas las sesiones. Te hemos enviado un \
        enlace para elegir una contraseña nueva.
        Tu cuenta de {app} tiene una contraseña nueva y se han cerrado las sesiones en todos los demás \
        dispositivos. Si no has sido tú, deshaz el cambio en un plazo de 72 horas: se cierran todas las \
        sesiones y eliges una contraseña nueva.
        Tu correo ha cambiado
        Tu cuenta de {app} vuelve a tener su correo anterior. Esta dirección ya no pertenece a la cuenta.
        Tu cuenta se va a eliminar
        Tu cuenta de {app} se eliminará el {date}. Si quieres conservarla, inicia sesión antes. Si no lo \
        has pedido, deshazlo: se cierran todas las sesiones y eliges una contraseña nueva.
        Todavía puedes iniciar sesión con: {ways}. Quita en la aplicación lo que no sea tuyo.
        ¿Es tuya esta cuenta?
        Alguien escribió {email} para una cuenta de {app} y nunca lo confirmó. Si la cuenta no es tuya, \
        quita tu dirección de ella. La cuenta se queda con la persona que la creó.
        Quitar mi dirección
        Esta cuenta no es mía
        {email} ya no pertenece a esa cuenta.
        Esta cuenta también se puede abrir con: {ways}. No confirmes si no te pertenecen.
        Alguien ha usado esta cuenta en los últimos tres días. Tu contraseña nueva valdrá a partir del \
        {date}, a no ser que la rechace alguien con la sesión iniciada.
        Inicio de sesión de la aplicación
        Un administrador ha cambiado tu cuenta de {app}: puede que todos tengan que volver a iniciar \
        sesión. Si no lo esperabas, escribe a los responsables de la aplicación.
        """,
        .portuguese: """
        Uma nova forma de entrar na sua conta
        {way} já pode ser usado para entrar na sua conta do {app}. Se não foi você que adicionou, desfaça \
        isso em até 72 horas: todas as sessões são encerradas e você escolhe uma nova senha.
        Uma forma de entrar foi removida
        {way} não pode mais ser usado para entrar na sua conta do {app}. Se não foi você que removeu, \
        desfaça isso em até 72 horas: todas as sessões são encerradas e você escolhe uma nova senha.
        Desfazer
        Desfazer a alteração
        Sua conta está como era antes da alteração, e todas as sessões foram encerradas. Enviamos a você um \
        link para escolher uma nova senha.
        Sua conta do {app} tem uma nova senha, e as sessões em todos os outros dispositivos foram \
        encerradas. Se não foi você, desfaça isso em até 72 horas: todas as sessões são encerradas e você \
        escolhe uma nova senha.
        Seu e-mail foi alterado
        Sua conta do {app} voltou a ter o endereço de e-mail anterior. Este endereço não pertence mais a ela.
        Sua conta vai ser excluída
        Sua conta do {app} será excluída em {date}. Se quiser mantê-la, entre antes disso. Se você não \
        pediu isso, desfaça: todas as sessões são encerradas e você escolhe uma nova senha.
        Você ainda pode entrar com: {ways}. Remova no aplicativo o que não for seu.
        Esta conta é sua?
        Alguém digitou {email} para uma conta do {app} e nunca confirmou. Se a conta não é sua, retire seu \
        endereço dela. A conta fica com a pessoa que a criou.
        Retirar meu endereço
        Esta conta não é minha
        {email} não pertence mais a essa conta.
        Esta conta também pode ser aberta com: {ways}. Não confirme se isso não for seu.
        Alguém usou esta conta nos últimos três dias. Sua nova senha vale a partir de {date}, a menos que \
        alguém com a sessão aberta a recuse.
        Login do aplicativo
        Um administrador alterou sua conta do {app}: talvez todos precisem entrar de novo. Se você não \
        esperava isso, escreva aos responsáveis pelo aplicativo.
        """,
        .italian: """
        Un nuovo modo di accedere al tuo account
        Ora si può accedere al tuo account {app} con {way}. Se non l’hai aggiunto tu, annulla la modifica \
        entro 72 ore: tutte le sessioni vengono chiuse e scegli una nuova password.
        Un modo di accedere è stato rimosso
        Non si può più accedere al tuo account {app} con {way}. Se non l’hai rimosso tu, annulla la \
        modifica entro 72 ore: tutte le sessioni vengono chiuse e scegli una nuova password.
        Annulla la modifica
        Annulla la modifica
        Il tuo account è com’era prima della modifica e tutte le sessioni sono state chiuse. Ti abbiamo \
        mandato un link per scegliere una nuova password.
        Il tuo account {app} ha una nuova password e le sessioni su tutti gli altri dispositivi sono state \
        chiuse. Se non sei stato tu, annulla la modifica entro 72 ore: tutte le sessioni vengono chiuse e \
        scegli una nuova password.
        La tua e-mail è cambiata
        Il tuo account {app} ha di nuovo l’indirizzo e-mail precedente. Questo indirizzo non gli appartiene \
        più.
        Il tuo account sta per essere eliminato
        Il tuo account {app} sarà eliminato il {date}. Se vuoi tenerlo, accedi prima. Se non l’hai chiesto \
        tu, annulla la modifica: tutte le sessioni vengono chiuse e scegli una nuova password.
        Puoi ancora accedere con: {ways}. Rimuovi nell’app ciò che non è tuo.
        Questo account è tuo?
        Qualcuno ha inserito {email} per un account {app} e non l’ha mai confermata. Se l’account non è \
        tuo, togli il tuo indirizzo. L’account resta alla persona che l’ha creato.
        Togli il mio indirizzo
        Questo account non è mio
        {email} non appartiene più a quell’account.
        Questo account si può aprire anche con: {ways}. Non confermare se non ti appartengono.
        Qualcuno ha usato questo account negli ultimi tre giorni. La tua nuova password vale dal {date}, a \
        meno che qualcuno che ha effettuato l’accesso non la rifiuti.
        Accesso dell’app
        Un amministratore ha modificato il tuo account {app}: forse tutti dovranno accedere di nuovo. Se \
        non te l’aspettavi, scrivi a chi gestisce l’app.
        """,
        .dutch: """
        Een nieuwe manier om in te loggen op je account
        Met {way} kan nu worden ingelogd op je account bij {app}. Heb jij dit niet toegevoegd, maak het dan \
        binnen 72 uur ongedaan: iedereen wordt uitgelogd en je kiest een nieuw wachtwoord.
        Een manier om in te loggen is verwijderd
        Met {way} kan niet meer worden ingelogd op je account bij {app}. Heb jij dit niet verwijderd, maak \
        het dan binnen 72 uur ongedaan: iedereen wordt uitgelogd en je kiest een nieuw wachtwoord.
        Ongedaan maken
        Wijziging ongedaan maken
        Je account is weer zoals voor de wijziging en iedereen is uitgelogd. We hebben je een link gestuurd \
        om een nieuw wachtwoord te kiezen.
        Je account bij {app} heeft een nieuw wachtwoord en alle andere apparaten zijn uitgelogd. Was jij \
        dat niet, maak het dan binnen 72 uur ongedaan: iedereen wordt uitgelogd en je kiest een nieuw \
        wachtwoord.
        Je e-mailadres is gewijzigd
        Je account bij {app} heeft weer het eerdere e-mailadres. Dit adres hoort er niet meer bij.
        Je account wordt verwijderd
        Je account bij {app} wordt op {date} verwijderd. Wil je het houden, log dan voor die tijd in. Heb \
        je hier niet om gevraagd, maak het dan ongedaan: iedereen wordt uitgelogd en je kiest een nieuw \
        wachtwoord.
        Je kunt nog steeds inloggen met: {ways}. Verwijder in de app wat niet van jou is.
        Is dit account van jou?
        Iemand heeft {email} ingevuld voor een account bij {app} en nooit bevestigd. Is het account niet \
        van jou, verwijder je adres er dan uit. Het account blijft bij degene die het heeft gemaakt.
        Mijn adres verwijderen
        Dit is niet mijn account
        {email} hoort niet meer bij dat account.
        Dit account kan ook worden geopend met: {ways}. Bevestig niet als ze niet van jou zijn.
        Iemand heeft dit account in de afgelopen drie dagen gebruikt. Je nieuwe wachtwoord werkt vanaf \
        {date}, tenzij iemand die ingelogd is het weigert.
        Login van de app
        Een beheerder heeft je account bij {app} gewijzigd: misschien moet iedereen opnieuw inloggen. Had \
        je dit niet verwacht, schrijf dan naar de mensen achter de app.
        """,
    ]
}
