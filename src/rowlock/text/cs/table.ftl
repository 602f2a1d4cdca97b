# Stůl: samotná hra, jak ji vidí hráč.

## Řady, políčka a kostky. $colour je písmeno kostky, nebo "mixed" u řady s více barvami.

table-row = { $colour ->
    [r] červená řada
    [y] žlutá řada
    [g] zelená řada
    [b] modrá řada
   *[mixed] řada { $letter }
  }
table-row-object = { $colour ->
    [r] červenou řadu
    [y] žlutou řadu
    [g] zelenou řadu
    [b] modrou řadu
   *[mixed] řadu { $letter }
  }
table-space = { $colour ->
    [r] červená { $number }
    [y] žlutá { $number }
    [g] zelená { $number }
    [b] modrá { $number }
   *[mixed] { $letter } { $number }
  }
table-space-object = { $colour ->
    [r] červenou { $number }
    [y] žlutou { $number }
    [g] zelenou { $number }
    [b] modrou { $number }
   *[mixed] { $letter } { $number }
  }
table-row-label = { $row }, { $count ->
    [one] { $count } křížek
    [few] { $count } křížky
   *[other] { $count } křížků
  }, { $points ->
    [one] { $points } bod
    [few] { $points } body
   *[other] { $points } bodů
  }
table-row-crossed = zakřížkováno { $numbers }
table-row-locked = uzamčena
table-space-label = { $space }, { $state ->
    [legal] lze zakřížkovat
    [lucky] lze zakřížkovat šťastným číslem
    [crossed] zakřížkováno
    [skipped] přeskočeno
    [gone] řada je uzamčena
   *[open] volné
  }
table-dice-white = Bílé kostky { $first } a { $second }, součet { $sum }
table-die = { $colour ->
    [r] červená kostka { $face }
    [y] žlutá kostka { $face }
    [g] zelená kostka { $face }
    [b] modrá kostka { $face }
   *[other] kostka { $face }
  }
table-misses = Chyby
table-misses-label = { $misses ->
    [one] { $misses } chybný hod z { $most }, { $points } bodů
    [few] { $misses } chybné hody z { $most }, { $points } bodů
   *[other] { $misses } chybných hodů z { $most }, { $points } bodů
  }
table-total = Celkem
table-lucky-numbers = Šťastná čísla
table-bonus-now = Deska +{ $bonus }

## Záhlaví a nabídka

table-title = Stůl { $code }
table-turn = tah { $turn }
table-home = Domů
table-menu = Nabídka
table-menu-invite = Pozvat
table-menu-rules = Pravidla
table-menu-move = Přenést mé místo na jiné zařízení
table-menu-record = Stáhnout záznam
table-menu-settings = Nastavení
table-menu-stop = Zastavit hru
table-menu-delete = Smazat tuto hru
table-menu-expectation = Ukazovat přesné očekávání
table-menu-expectation-hint = Kolik bodů průměrně získáš, když budeš odteď hrát bezchybně. V záznamu bude, že se ukazovalo.
table-invite-title = Dívat se, nebo se vrátit
table-invite-text = Kdo otevře tento odkaz, uvidí stůl. Tvoje místo má vlastní odkaz: „Přenést mé místo“.
table-copy = Zkopírovat odkaz
table-copied = Zkopírováno
table-qr = QR kód odkazu
table-move-title = Přenést místo
table-move-text = Otevři tento odkaz na druhém zařízení. Funguje jen jednou a místo se tím přestěhuje.
table-move-which = Které místo?
table-stop-title = Zastavit hru pro všechny?
table-stop-text = Potom už nepůjde dohrát a nikdo nevyhraje. Záznam zůstane.
table-stop-yes = Zastavit
table-stop-no = Hrát dál
table-delete-title = Smazat tuto hru?
table-delete-text = Zmizí natrvalo a všem: jména, tahy i záznam.
table-delete-others = Smaže se, až budou souhlasit všichni, kdo hráli. Zatím chybí: { $names }.
table-delete-record = Nejdřív stáhnout záznam
table-delete-yes = Smazat
table-delete-ask = Chci ji smazat
table-delete-no = Nechat
table-deletion-wanted = Tato hra se má smazat. Zatím souhlasí: { $names }.
table-deletion-keep = Přece ji nechat

## Místa u stolu

table-seats = Hráči
table-your-seats = Tvoje místa
table-you = ty
table-state-active = na tahu
table-state-choosing = vybírá…
table-state-thinking = přemýšlí…
table-state-warming = rozehřívá se…
table-state-chosen = má vybráno
table-state-rolling = hází
table-state-away = není tu
table-state-bot = bot
table-state-stand-in = hraje bot
table-clock = { $seconds ->
    [one] zbývá { $seconds } sekunda
    [few] zbývají { $seconds } sekundy
   *[other] zbývá { $seconds } sekund
  }
table-vote = { $name }: ať hraje bot ({ $votes } z { $needed })
table-take-back-text = Za tebe ({ $name }) hraje bot.
table-take-back = Vrátit se do hry
table-enlarge = Ukázat celou kartu
table-sheet-of = Karta: { $name }
table-others = Karty ostatních
table-watching = Díváš se

## Co je teď na řadě

table-ask-named = { $name }, vybírej
table-ask-white = { $can ->
    [true] Bílé { $sum }: zakřížkuj, nebo vynech
   *[false] Bílé { $sum }: není co křížkovat
  }
table-ask-colour = { $can ->
    [true] Bílá + barva: křížek, nebo vynech
   *[false] Bílá + barva: není co křížkovat
  }
table-ask-pawn = { $can ->
    [true] Figurka: o 1 až { $reach }, nebo stůj
   *[false] Figurka: nemá kam dojít
  }
table-detail-white = { $who ->
    [you] V jedné řadě. Potom můžeš přidat barevnou kostku.
   *[other] V jedné řadě. Potom přidá barevnou kostku { $name }.
  }
table-detail-first = Klepni na orámovanou { $sum }. Čísla vlevo od ní tím ztratíš.
table-detail-colour = Pod kostkami jsou součty.
table-detail-pawn = Zastaví jen tam, kde číslo zakřížkuješ, nebo ho už máš.
table-or-miss = Bez křížku v tomto tahu to bude chybný hod.
table-lucky-now = ★ Šťastné číslo { $sum }: nebo další políčko řady, kde máš nejmíň křížků.
table-chosen = Vybráno: { $move }
table-waiting-for = Čeká se na: { $names }
table-watch-roll = Teď hází { $name }
table-watch-white = Bílé { $sum }: všichni vybírají
table-watch-colour = { $name } může přidat barevnou kostku
table-watch-pawn = { $name } může posunout figurku
table-watch-over = Hra skončila
table-paused = Hra stojí
table-paused-until = Bude pokračovat, až se vrátí někdo z hráčů.
table-last-round = { $left ->
    [0] Poslední kolo: hra končí
    [one] Poslední kolo: tohle je poslední tah
    [few] Poslední kolo: zbývají { $left } tahy
   *[other] Poslední kolo: zbývá { $left } tahů
  }
table-one-more-lock = Ještě jedna uzamčená řada a hra končí

## Tahy

table-pass = Vynechat
table-do-cross = { $lucky ->
    [true] ★ Křížek na { $space }
   *[false] Křížek na { $space }
  }
table-do-pawn = Figurka +{ $steps } na { $space }
table-crosses-nothing = bez křížku
table-skips = { $count ->
    [1] přeskočí { $numbers }
    [2] přeskočí { $numbers }
    [3] přeskočí { $numbers }
    [few] přeskočí { $count } čísla
   *[other] přeskočí { $count } čísel
  }
table-locks = uzamkne { $row }
table-miss-costs = chyba { $points }
table-ends = ukončí hru
table-starts-last-round = zahájí poslední kolo
table-choices = Tvoje možnosti
table-choose-first = Vyber číslo, nebo vynech
table-choose-only-pass = Nic se nehodí: vynech
table-choose-pawn = Vyber pole, nebo vynech
table-judged = { $best ->
    [true] nejlepší volba, čeká se { $score }
   *[false] čeká se { $score }
  }
table-undo = Zpět
table-change = Změnit

## Přesné očekávání ve hře jednoho hráče

table-expected = Očekáváno při bezchybné hře
table-expected-solving = Přesné očekávání se počítá:
table-expected-large = Tahle hra je moc velká na to, aby se vyřešila za pochodu. Očekávání tu bude, až na serveru proběhne:
table-expected-failed = Přesné očekávání se nepodařilo spočítat. Proč, to říká záznam serveru.

## Co se stalo

table-log = Průběh hry
table-log-empty = Za chvíli se hodí kostkami.
table-log-turn = Tah { $turn }
table-reveal-white = Bílé kostky
table-reveal-colour = Barevná kostka
table-reveal-pawn = Figurka
table-did = { $name }: { $deed }
table-did-cross = { $lucky ->
    [true] ★ { $space }
   *[false] { $space }
  }
table-did-nothing = Bez křížků
table-did-pass = { $timeout ->
    [true] vypršel čas
   *[false] bez křížku
  }
table-did-pawn = { $crossed ->
    [true] figurka +{ $steps } na pole { $space }, křížek
   *[false] figurka +{ $steps } na pole { $space }
  }
table-news-rolled = { $name } hází { $first } + { $second }
table-news-locked = { $row } je pro všechny uzamčena, její kostka končí. Zámek: { $names }
table-news-missed = { $name }: chybný hod { $misses } z { $most }
table-news-last-round = { $name } má figurku v cíli: každý další má ještě jeden tah
table-news-stood-in = { $name }: teď hraje bot
table-news-taken-back = { $name } je zpátky

## Hrací deska

table-board = Hrací deska
table-board-start = Start
table-board-finish = Cíl
table-board-pawns = Figurky na startu: { $names }
table-board-space = Pole { $position }, { $space }, bonus { $bonus }
table-board-pawn-here = figurka: { $name }
table-board-reach = { $state ->
    [crosses] +{ $steps }: zakřížkuje se
    [moves] +{ $steps }: už zakřížkováno, jen posun
   *[closed] +{ $steps }: sem nesmí
  }

## Konec

table-end-won = Vítězí { $names }
table-end-you = Vítězíš!
table-end-tied = Remíza: { $names }
table-end-alone = { $points ->
    [one] { $points } bod
    [few] { $points } body
   *[other] { $points } bodů
  }
table-end-stopped = Hra byla zastavena
table-ended-locks = Uzamčené řady: { $locks }, hra skončila
table-ended-misses = { $misses }. chybný hod ukončil hru
table-ended-finish = Poslední kolo je dohráno
table-ended-stopped = Hra byla zastavena
table-scores = Body
table-score-name = Jméno
table-score-winner = vítězství
table-score-misses = Chyby
table-score-bonus = Deska
table-score-total = Celkem
table-rematch = Hrát znovu
table-to-rematch = K novému stolu
table-record = Stáhnout záznam
table-dice-check = Kostky
table-dice-fair = { $rolls ->
    [one] Ověřeno tady: semínko odpovídá závazku a { $rolls } hod z něj plyne.
    [few] Ověřeno tady: semínko odpovídá závazku a všechny { $rolls } hody z něj plynou.
   *[other] Ověřeno tady: semínko odpovídá závazku a všech { $rolls } hodů z něj plyne.
  }
table-dice-unfair = Tohle nesedí: { $what }.
table-dice-unfair-commitment = semínko není to, ke kterému se server zavázal
table-dice-unfair-roll = hod v tahu { $turn } ze semínka neplyne
table-dice-unfair-changed = tohle není závazek, který tento prohlížeč viděl před začátkem
table-dice-unfair-number = číslo místa { $name } není to, které tento prohlížeč poslal
table-dice-seen = { $numbers ->
    [0] Závazek je ten, který tento prohlížeč viděl před začátkem.
    [one] Závazek je ten, který tento prohlížeč viděl před začátkem, a tvé číslo to, které poslal.
   *[other] Závazek je ten, který tento prohlížeč viděl před začátkem, a tvá čísla ta, která poslal.
  }
table-dice-not-seen = Tento prohlížeč tu před začátkem nebyl, nebo si nic neuložil: neví, zda jsou závazek a čísla pořád stejné.
table-dice-guarantee = Server zná hody předem, ale nemůže si je vybrat, ledaže by držel i místo, jehož číslo přišlo jako poslední; boti žádným nepřispívají.
table-dice-later = Semínko se ukáže na konci hry.
table-dice-commitment = Závazek, ukázaný dřív, než si kdo sedl
table-dice-seed = Semínko
table-dice-nonces = Čísla jednotlivých míst
table-dice-show = Závazek, semínko a čísla

## Klávesy na počítači

table-key-enter = Enter
table-key-escape = Esc

## Proč něco nejde: pravidla

table-why-crossed = { $space } už křížek má.
refusal-game-over = Hra skončila.
refusal-not-now = { $phase ->
    [roll] Za chvíli se hodí kostkami.
    [over] Hra skončila.
   *[other] Teď nejsi na řadě.
  }
refusal-wrong-dice = Tyto kostky nejsou ve hře.
refusal-not-lucky = Součet bílých kostek není tvoje šťastné číslo.
refusal-row-locked = { $row } je pro všechny uzamčena.
refusal-wrong-number = { $phase ->
    [white] Bílé kostky dávají { $sum }, ne { $number }.
    [colour] { $space }: žádná bílá s barevnou kostkou ji nedá.
    [pawn] { $space }: tam teď figurka nedojde.
   *[other] Kostky nedávají { $number }.
  }
refusal-behind = { $number } je vlevo od posledního křížku ({ $last }): přeskočeno natrvalo.
refusal-not-fewest = V jiné řadě máš křížků méně.
refusal-not-next = Šťastným číslem se křížkuje další políčko: { $next }.
refusal-needs-crosses = { $number } chce v této řadě aspoň { $needs } křížků, máš { $has }.
refusal-pawn-range = Figurka jde o 1 až { $reach } volných polí a ne za konec.
refusal-pawn-not-crossable = { $space }: tam figurka nesmí. Zakřížkované to nemáš a teď ani nemůžeš.

## Proč něco nejde: stůl

refusal-bad-message = Tomu server nerozumí. Načti stránku znovu.
refusal-bad-name = Jméno má 1 až 24 znaků.
refusal-name-alike = Někdo tu má jméno, které vypadá úplně stejně. Zvol si prosím jiné.
refusal-bad-setup = Takhle stůl připravit nejde.
refusal-no-key = Tenhle prohlížeč ještě nemá svůj klíč. Načti stránku znovu.
refusal-no-table = Takový stůl neexistuje.
refusal-no-seat = Takové místo u stolu není.
refusal-not-yours = Tohle místo není tvoje.
refusal-not-creator = To může jen ten, kdo stůl založil.
refusal-table-full = Stůl je plný.
refusal-seat-taken = Na tomhle místě už někdo sedí.
refusal-started = Hra už začala.
refusal-not-started = Hra ještě nezačala.
refusal-not-over = Hra ještě neskončila.
refusal-closed = Tento stůl je zavřený.
refusal-not-ready = Někdo u stolu ještě není připraven.
refusal-stale = Tahle akce už skončila: všichni měli vybráno.
refusal-nothing-chosen = Ještě není nic vybráno.
refusal-stood-in = Za toto místo hraje bot. Nejdřív si ho vezmi zpátky.
refusal-not-absent = Tenhle hráč je tady.
refusal-no-more-changes = Tohle se tu měnilo už příliš často. Hrát dál můžeš, a než hra začne, může ten, kdo stůl založil, otevřít nové místo.
refusal-deleted = Tento stůl byl smazán.
refusal-link-used = Odkaz už byl použit, nebo je příliš starý. Popros o nový.
refusal-not-solvable = Přesné očekávání má jen hra jednoho hráče bez desky.
refusal-unreadable = Tato hra je poškozená a nejde otevřít. Dej prosím vědět tomu, kdo provozuje tento server.
refusal-unavailable = Ke hrám se teď nejde dostat. Zkus to za chvilku.
refusal-failure = Na serveru se něco pokazilo. Zkus to znovu.
refusal-foreign-origin = Tato stránka je z jiné adresy než server.
refusal-wrong-host = Na této adrese server neodpovídá. Zeptej se na správnou toho, kdo ho provozuje.
refusal-bad-token = Takový token tento server nevydává.
refusal-too-large = Na přečtení to bylo příliš dlouhé.
refusal-too-many-requests = To bylo moc najednou. Chvilku počkej a zkus to znovu.
refusal-too-many-tables = V poslední době odtud vzniklo mnoho stolů. Zkus to za chvíli znovu.
refusal-too-many-sits = Odtud si k tomuto stolu v poslední době sedali už mnohokrát. Zkus to za chvíli znovu.
refusal-too-many-sockets = Odtud je otevřeno příliš mnoho stránek. Některé prosím zavři.
refusal-too-many-messages = Tato stránka poslala moc najednou. Za chvilku to půjde dál.
refusal-too-many-guesses = Odtud někdo zkoušel mnoho kódů, které k žádnému stolu nevedou. Minutku počkej a zkus to znovu.
