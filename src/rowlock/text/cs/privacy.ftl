# Co server uchovává, jak dlouho, a jak to smazat. Podle toho, co program opravdu dělá.

privacy-lead = Tvoje hry a jména, která k nim kdo napsal, aby se k nim dalo vrátit. Nikam se tu nepřihlašuje a nic dalšího se o tobě neuchovává.

privacy-server-title = Na serveru
privacy-server-game = Ke každému stolu: která je to hra, její nastavení a vše, co se tam stalo, i s časem.
privacy-server-name = Jména napsaná k místům. Vidí je každý, kdo má odkaz ke stolu, takže stačí jakékoli jméno.
privacy-server-key = Ke každému místu otisk (SHA-256) náhodného klíče, který má jen tvůj prohlížeč. Říká, že místo je tvoje, a nic víc.
privacy-server-dice = Náhodná čísla, ze kterých vycházejí kostky.

privacy-browser-title = Ve tvém prohlížeči
privacy-browser-cookie = Jedna cookie s tím náhodným klíčem. Posílá se jen tomuto serveru, žádný skript ji nepřečte a skončí 400 dní po tvé poslední návštěvě.
privacy-browser-settings = Tvoje jméno, jazyk, barvy a naposledy zvolené hry, a to, co prohlížeč viděl před hrou, aby mohl ověřit kostky. Než zavřeš panel, i tah, který je vybraný a neodeslaný. Vše jde smazat v nastavení prohlížeče; potom už žádné místo nebude tvoje.

privacy-not-title = Co se neuchovává
privacy-not-account = Žádný účet, e-mail ani heslo: nic takového tu není.
privacy-not-address = Tvoje síťová adresa se neukládá k žádné hře. Stůl, který je v seznamu pro všechny, má do začátku hry číslo odvozené z adresy, stejné jako asi 65 000 dalších adres, aby nikdo nezaplnil seznam sám. Server jen chvíli v paměti počítá, kolik toho která adresa chce, aby zbylo na všechny. V jeho záznamu je adresa zkrácená, pokud tam vůbec je.
privacy-not-tracker = Žádné sledování, žádné reklamy, nic z jiných webů: stránka se načítá jen z tohoto serveru.

privacy-time-title = Jak dlouho
privacy-time-lobby = { $days ->
    [0] Stoly, kde hra nezačala, zůstávají, dokud je někdo nesmaže.
    [one] Stoly, kde hra nezačala, se smažou { $days } den po poslední změně.
    [few] Stoly, kde hra nezačala, se smažou { $days } dny po poslední změně.
    [many] Stoly, kde hra nezačala, se smažou { $days } dne po poslední změně.
   *[other] Stoly, kde hra nezačala, se smažou { $days } dní po poslední změně.
  }
privacy-time-game = { $days ->
    [0] Nedohrané hry zůstávají, dokud je někdo nesmaže.
    [one] Nedohrané hry se smažou { $days } den po posledním tahu.
    [few] Nedohrané hry se smažou { $days } dny po posledním tahu.
    [many] Nedohrané hry se smažou { $days } dne po posledním tahu.
   *[other] Nedohrané hry se smažou { $days } dní po posledním tahu.
  }
privacy-time-finished = { $days ->
    [0] Dohrané hry zůstávají, dokud je někdo nesmaže.
    [one] Dohrané hry se smažou { $days } den po svém konci.
    [few] Dohrané hry se smažou { $days } dny po svém konci.
    [many] Dohrané hry se smažou { $days } dne po svém konci.
   *[other] Dohrané hry se smažou { $days } dní po svém konci.
  }
privacy-time-backup = Kdo tento server provozuje, může mít zálohy, kde hra zůstane déle.

privacy-delete-title = Jak smazat hru
privacy-delete-lobby = Než začne, může ji tam smazat ten, kdo stůl otevřel.
privacy-delete-end = Po jejím konci v nabídce stolu. Hra jednoho hráče nebo proti botům zmizí hned, jiná tehdy, až budou souhlasit všichni, kdo hráli.
privacy-delete-ask = Když se někoho už nejde zeptat, napiš tomu, kdo tento server provozuje.

privacy-who-title = Kdo tento server provozuje
privacy-who-unknown = Neuvedl se tu. Zeptej se toho, kdo ti dal tuto adresu.
