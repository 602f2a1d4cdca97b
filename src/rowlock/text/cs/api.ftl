# Stránka o rozhraní pro programy. Samotný popis je jen anglicky.

api-lead = Všechno, co umí tahle stránka, zvládne i váš program: robot, jiná stránka nebo něco, co nás nenapadlo.
api-file = Popis jako soubor (OpenAPI)
api-token-needed = Jen s tokenem.
api-token-optional = S tokenem i bez něj.
api-parameters = V adrese
api-body = Co posíláte
api-answers = Co dostanete
api-optional = lze vynechat
api-messages = Zprávy
api-messages-lead = Co se posílá, co přijde jako odpověď a z čeho se obojí skládá.
