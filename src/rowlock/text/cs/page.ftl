# Všechno kolem stolu: úvodní stránka, čekárna, nastavení, spojení.

## Jména

game-original = Originál
game-on-board = On Board
game-longo = Longo
game-mixx-a = Mixx A
game-mixx-b = Mixx B
game-original-line = Klasika: čtyři řady, šest kostek a každý hod je pro všechny.
game-on-board-line = Klasika s figurkou: třetí akce a body navíc za to, jak daleko dojde.
game-longo-line = Řady až do 16, osmistěnné kostky a dvě vlastní šťastná čísla.
game-mixx-a-line = Klasika s několika barvami v každé řadě.
game-mixx-b-line = Klasika se zpřeházenými čísly v každé řadě.
game-with-side = { $game }, strana { $side }

bot-random = Náhodný
bot-cautious = Opatrný
bot-heuristic = Chytrý
bot-planner = Plánovač
bot-easy = Nováček
bot-medium = Pokročilý
bot-hard = Zkušený
bot-master = Mistr
bot-grandmaster = Velmistr
bot-easy-line = Hraje pro radost a leccos přehlédne.
bot-medium-line = Jako kamarád u kuchyňského stolu.
bot-hard-line = Ví, co kolikrát padá, a chybuje málokdy.
bot-master-line = Hlídá i tvou kartu a hraje na výhru.
bot-grandmaster-line = Myslí dopředu. Bude to chtít i štěstí.

player-name = Hráč
you = Ty
seat-open = Volné místo

## Všude

close = Zavřít
join = Přisednout
menu = Nabídka
rules = Pravidla
rules-of = Jak se hraje { $game }
settings = Nastavení
settings-language = Jazyk
settings-theme = Barvy
theme-system = Podle zařízení
theme-light = Světlé
theme-dark = Tmavé
your-name = Tvoje jméno
fewer = Méně: { $what }
more = Více: { $what }
page-title = Stůl { $code }
privacy = Co tento web uchovává
for-programs = Pro programy
unofficial = Rowlock je neoficiální projekt s otevřeným zdrojovým kódem. Není nijak spojen s tvůrci hry Qwixx ani jimi podporován; Qwixx je ochranná známka svého vydavatele.

## Úvodní stránka

home-title = Hoď, křížkuj, zamkni.
home-lead = Svižná kostková hra, ve které nikdo nečeká: každý hod můžou využít všichni.
continue = Rozehrané hry
your-turn = Jsi na tahu
not-started = Ještě nezačala
turn-number = { $turn }. tah
show-all = Zobrazit všechny ({ $count })
finished-games = Dohrané hry
tables-left-out = Z tvých stolů je tu jen { $count }. K ostatním vede dál jejich odkaz.
stopped-on = zastaveno, { $day }
choose-game = Hra
play-now = Hrát hned
play-now-hint = proti dvěma botům, bez čekání
level-chosen = Síla botů: { $bot }
invite-friends = Pozvat přátele
invite-friends-hint = odkazem, kódem nebo QR
join-by-code = Máš pozvánku?
code-of-table = Kód stolu
open-tables = Stoly otevřené všem
seats-free =
    { $count ->
        [one] 1 volné místo
        [few] { $count } volná místa
       *[other] { $count } volných míst
    }

## Nový stůl

new-table = Nový stůl
name-of-person = Jméno { $number }. hráče u tohoto zařízení
name-needed = Nejdřív napiš jméno.
board-side = Strana hrací desky
lucky-numbers = Šťastná čísla
lucky-dealt = Rozdaná náhodně
lucky-chosen = Každý si vybere
who-plays = Kdo hraje
people-here = U tohoto zařízení
people-here-hint = Ty a další, kdo se o něj dělí
friends-online = Přátelé jinde
friends-online-hint = Prázdná místa se při startu odeberou
bots = Boti
bots-hint = Další můžou přijít později
level-of-bots = Síla botů
clock = Hodiny
clock-none = Bez hodin
clock-relaxed = Pohodové
clock-quick = Rychlé
clock-none-line = bez hodin
clock-seconds = { $seconds } s na každou volbu
autopass = Vynechat automaticky
autopass-hint = když není co zakřížkovat
listed = Otevřený všem
listed-hint = Přisednout může kdokoli, kdo sem přijde
listed-short = otevřeno všem
open-table = Otevřít stůl
start-game = Začít hru

## Před začátkem

lucky-dealt-line = šťastná čísla rozdaná
lucky-chosen-line = šťastná čísla si každý vybere
side-is = strana { $side }
qr-alt = QR kód s odkazem na tento stůl
invite-how = Naskenuj, pošli odkaz, nebo řekni kód.
link-to-table = Odkaz na tento stůl
copy-link = Kopírovat odkaz
copied = Zkopírováno
share = Sdílet
invitation = Pojď si se mnou zahrát { $game }.
seats = Místa
arrange = Upravit místa
arrange-done = Hotovo
seat-yours = ty
seat-bot = bot
seat-creator = hostitel
seat-away = není tu
seat-not-ready = ještě se chystá
seat-lucky = šťastná { $low } a { $high }
seat-up = Posunout nahoru: { $name }
seat-down = Posunout dolů: { $name }
seat-remove = Odebrat: { $name }
seat-rename = Přejmenovat: { $name }
seat-leave = Odejít: { $name }
rename = Přejmenovat
leave = Odejít
new-name = Nové jméno
lucky-pick = Šťastná čísla: { $name }
add-bot = + Bot
add-open = + Volné místo
add-here = + Někdo u tohoto zařízení
name-here = Jméno dalšího hráče u tohoto zařízení
sit-down = Posadit se
take-a-seat = Posaď se
invited-by = { $name } tě zve ke hře
full-watch = Všechna místa jsou obsazená. Můžeš zůstat a dívat se.
fair-dice = Kostky, které jde ověřit
fair-dice-how = Hody vycházejí z tajného semínka a náhodného čísla ze zařízení každého hráče. Tenhle otisk semínko určí ještě před začátkem hry; samotné semínko se ukáže na konci a každý si může ověřit, že z něj plyne každý hod.
close-table = Zavřít tento stůl
close-table-yes = Ano, zavřít pro všechny
delete-table = Smazat natrvalo
keep-table = Nechat otevřený
closed-table = Tento stůl je zavřený
closed-hint = Kdo ho otevřel, zavřel ho dřív, než hra začala.
start-solo = Hrát o samotě
start-open =
    { $count ->
        [one] Je tu 1 hráč; prázdná místa se při startu odeberou.
        [few] Jsou tu { $count } hráči; prázdná místa se při startu odeberou.
       *[other] Je tu { $count } hráčů; prázdná místa se při startu odeberou.
    }
start-alone = Čeká se, až si někdo přisedne.
start-waits = Čeká se na: { $names }
start-empty = Nejdřív si musí někdo sednout.
wait-for-start = Hru spustí { $name }.
wait-for-somebody = Hra začne, až ji spustí ten, kdo stůl otevřel.

## Když něco chybí

connecting = Jdeme ke stolu…
connection-lost = Spojení se ztratilo. Zkouším to znovu…
unreachable = Server neodpovídá. Zkouším to znovu…
unavailable = Hry nejsou dostupné. Zkouším to znovu…
deleted-table = Tento stůl už není
deleted-hint = Byl smazán se vším, co se o něm uchovávalo.
no-table = Takový stůl tu není
no-table-hint = Stůl { $code } nikdo neotevřel. Zkontroluj kód, nebo si nech poslat odkaz znovu.
nowhere = Tady nic není
nowhere-hint = Tahle adresa nevede na žádnou naši stránku.
claim-working = Přebírám tvoje místo…
claim-failed = Tenhle odkaz nevede k žádnému místu
refusal-connection-lost = Spojení se ztratilo. Podívej se, jestli se to povedlo, a jinak to zkus znovu.
refusal-unknown = To se nepovedlo. Načti stránku znovu a zkus to ještě jednou.
