/** Yes and no as people write them, and what is neither. */
import { describe, expect, test } from 'bun:test'
import type { Language } from '../../src/texts/languages'
import { agreesInAny, readYesNo } from '../../src/texts/yes-no'

const apart = (table: string): string[] => table.split(/[|\n]/).flatMap((one) => one.trim() || [])
const tables: Readonly<Record<Language, readonly [yes: string, no: string, neither: string]>> = {
  'pt-BR': [
    `sim | Sim! | s | ss | siiim | sim, por favor | sim, no cartão | lógico | lógico que sim | claro que sim | claro | pode ser | pode sim | pode ser no boleto | uhum | aham | blz | beleza | ok
    okkk | isso | isso mesmo | isso aí | com certeza | ctz | certeza | é | quero | quero sim | eu quero | quero sim por favor | aceito | confirmo | confirmo o endereço | concordo | tá bom | certo | exatamente | acho que sim | por favor | bora | vamos lá
    👍 | ✅ | sim 👍 | sem dúvida | de acordo | por que não | pode mandar | tenho interesse | sim, mas que horas?`,
    `não | nao | n | nn | nãooo | não, obrigado | claro que não | com certeza não | acho que não | ainda não | agora não | hoje não | de jeito nenhum | nem pensar | não quero | não consegui entrar | negativo | nunca | recuso | no | 👎 | ❌ | eu não | infelizmente não | dispenso | não concordo | não aceito | não é isso | não pode ser`,
    `talvez | não sei | sei lá | depende | acho | sim e não | não tem problema | não tenho certeza | quanto custa? | quero falar com atendente | quero cancelar o plano | pode me mandar o boleto | quem não pode participar | sim ou não? | posso pagar amanhã | boa tarde | obrigado | 2 | mais ou menos | ok? | não faço ideia | claro que depende`,
  ],
  en: [
    `yes | y | yeah | yep | yesss | yes please | sure | of course | ok | okay | sounds good | absolutely | that's right | that's correct | I do | I think so | go ahead | great | definitely | true | k`,
    `no | n | nope | nah | no thanks | not really | I don't think so | of course not | not yet | that's wrong | never | I don't want to | not interested | false | none | I don't agree`,
    `maybe | I don't know | not sure | no problem | no idea | I'm not sure | depends | I would like to cancel my plan | can you send the invoice | I am having trouble | kind of | yes and no | is that correct? | or not`,
  ],
  es: [
    `sí | si | s | claro | claro que sí | por supuesto | dale | vale | ok | de acuerdo | está bien | así es | correcto | me gustaría | creo que sí | sí, por favor | obvio | suena bien`,
    `no | no gracias | claro que no | para nada | todavía no | ahora no | no creo | nunca | tampoco | ni hablar | no quiero | no acepto | no estoy de acuerdo`,
    `tal vez | no sé | depende | no estoy seguro | no hay problema | quiero hablar con una persona | quiero cancelar | creo que llega mañana | cuánto cuesta | hola`,
  ],
  tr: [
    `evet | e | evt | tabii | tabi ki | olur | tamam | elbette | aynen | kesinlikle | doğru | istiyorum`,
    `hayır | h | yok | olmaz | istemiyorum | asla | henüz değil | gerek yok | sanmıyorum | kabul etmiyorum`,
    `belki | bilmiyorum | emin değilim | sorun yok | ne kadar | merhaba | birine bağlanmak istiyorum nasıl yaparım`,
  ],
}

for (const [language, [yes, no, neither]] of Object.entries(tables) as [Language, (typeof tables)[Language]][])
  describe(language, () => {
    test.each(apart(yes))('"%s" is a yes', (text) => expect(readYesNo(text, language)).toBe('yes'))
    test.each(apart(no))('"%s" is a no', (text) => expect(readYesNo(text, language)).toBe('no'))
    test.each(apart(neither))('"%s" is neither', (text) => expect(readYesNo(text, language)).toBeUndefined())
  })

test('words of the question are no other request', () => {
  const question = 'Deseja receber a segunda via do boleto?'
  expect(readYesNo('quero a segunda via', 'pt-BR', question)).toBe('yes')
  expect(readYesNo('quero a segunda via', 'pt-BR')).toBeUndefined()
  expect(readYesNo('quero falar com atendente', 'pt-BR', question)).toBeUndefined()
  expect(readYesNo('não quero receber', 'pt-BR', question)).toBe('no')
})

test('a yes in another language is one, unless it is a no in a third', () => {
  for (const text of ['yes', 'sí', 'evet', 'por supuesto', 'sim']) expect(agreesInAny(text, 'pt-BR')).toBe(true)
  for (const text of ['no', 'hayır', 'nope', 'não', 'oi', 'talvez']) expect(agreesInAny(text, 'pt-BR')).toBe(false)
})

test('hostile texts are read in a moment', () => {
  const begin = performance.now()
  for (const piece of ['sim ', 'não sei ', 'ssss', '👍', 'i dont really know ', 'a ', 'nao tenho ', '?', "'"])
    for (const length of [300, 65_536]) agreesInAny(piece.repeat(length / piece.length), 'pt-BR')
  expect(performance.now() - begin).toBeLessThan(1_000)
})
