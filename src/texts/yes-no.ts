/** Reads answers to a question that wants a yes or a no, as people write them in each language. Pure. */
import { fold } from '../platform/text'
import type { Language } from './languages'

export type YesNo = 'yes' | 'no'

/**
 * Undefined if the text says both, neither or perhaps. Words that are not known are allowed behind a yes or a no that
 * opens the text, as in "sim, no cartão". Words that only agree, such as "quero", count where no other request stands
 * beside them; `question` adds its own words to those known: "quero a segunda via" answers "Deseja a segunda via?".
 */
export function readYesNo(text: string, language: Language, question = ''): YesNo | undefined {
  if (text.length > LONGEST) return undefined
  const lists = words[language]
  const said = wordsOf(text).map((word) => shortened(word, lists.vocabulary))
  if (lists.unsure.test(said.join(' '))) return undefined
  const asked = new Set(question === '' ? [] : wordsOf(question.slice(0, LONGEST)))
  return decide(kindsOf(said, lists, asked), /[?¿]/.test(text))
}

/** In any language: contacts do not write in the company's. A no in one of them is none of a yes. */
export function agreesInAny(text: string, first: Language): boolean {
  const own = readYesNo(text, first)
  if (own !== undefined) return own === 'yes'
  const read = Object.keys(words).map((language) => readYesNo(text, language as Language)) // its keys are languages
  return read.includes('yes') && !read.includes('no')
}

const LONGEST = 300
/** With more words around it, only a yes or no that opens the text counts. */
const MOST_WORDS = 12

/** `sure` agrees and stands in refusals, too; `beside` means nothing. */
type Kind = 'yes' | 'no' | 'sure' | 'beside' | 'other'

function decide(kinds: readonly Kind[], isQuestion: boolean): YesNo | undefined {
  const has = (kind: Kind) => kinds.includes(kind)
  const opening = kinds.find((kind) => kind !== 'beside' && kind !== 'sure')
  const isShort = kinds.length <= 6
  const isPlain = !has('other') && !isQuestion && kinds.length <= MOST_WORDS
  if (has('yes') && has('no')) return undefined
  if (has('no')) return opening === 'no' || (!isQuestion && isShort && kinds.at(-1) === 'no') ? 'no' : undefined
  if (has('yes')) return (opening === 'yes' && has('other')) || isPlain ? 'yes' : undefined
  return isPlain && has('sure') ? 'yes' : undefined
}

/** The longest phrase first, so that "claro que não" is no yes. */
function kindsOf(said: readonly string[], { phrases, longest }: Lists, asked: ReadonlySet<string>): Kind[] {
  const kindAt = (at: number, size: number): Kind | undefined => {
    const phrase = said.slice(at, at + size).join(' ')
    return (size === said.length ? phrases.get(`${phrase}.`) : undefined) ?? phrases.get(phrase)
  }
  const kinds: Kind[] = []
  for (let at = 0; at < said.length; ) {
    let size = Math.min(longest, said.length - at)
    while (size > 1 && kindAt(at, size) === undefined) size--
    kinds.push(kindAt(at, size) ?? (asked.has(said[at] ?? '') ? 'beside' : 'other'))
    at += size
  }
  return kinds
}

const wordsOf = (text: string): string[] =>
  fold(text.normalize('NFKC'))
    .replace(/['’`´]/g, '')
    .match(/\p{L}+|\d+|👍|👎|✅|❌|👌|🙏|🆗/gu) ?? []

/** "siiim", "nãooo" and "okkk". */
const shortened = (word: string, vocabulary: ReadonlySet<string>): string =>
  vocabulary.has(word) ? word : word.replace(/(.)\1+/gu, '$1')

type Lists = {
  readonly phrases: ReadonlyMap<string, Kind>
  readonly longest: number
  readonly vocabulary: ReadonlySet<string>
  readonly unsure: RegExp
}

/** Comma-separated phrases. With a full stop, a phrase counts only if it is the whole text. */
type YesNoWords = Readonly<Record<Exclude<Kind, 'other'>, string>> & { readonly unsure: RegExp }

function listsOf({ unsure, ...kinds }: YesNoWords): Lists {
  const phrases = new Map<string, Kind>()
  for (const [kind, list] of Object.entries({
    ...kinds,
    yes: `${kinds.yes}, 👍, ✅, 👌, 🆗`,
    no: `${kinds.no}, 👎, ❌`,
  }))
    for (const phrase of list.split(/[,\n]/).map(fold))
      if (phrase !== '' && !phrases.has(phrase)) phrases.set(phrase, kind as Kind) // its keys are kinds
  const all = [...phrases.keys()].map((phrase) => phrase.replace('.', '').split(' '))
  return {
    phrases,
    unsure,
    longest: Math.max(...all.map((one) => one.length)),
    vocabulary: new Set(all.flat()),
  }
}

const words: Readonly<Record<Language, Lists>> = {
  'pt-BR': listsOf({
    yes: `sim, s, ss, sss, sm, simm, sin., si., siim, yes, yep., y., yeah., é., eh., aham, arram, uhum, uhun, humrum,
      hum hum, unrum, ahan, pode ser, pode sim, pode crer, claro que sim,
      com certeza, ctz, certeza, com ctz, lógico, logico que sim, óbvio, óbvio que sim, obviamente, evidente, evidentemente, certamente, sem dúvida, sem dúvidas, afirmativo, positivo, confirmo, confirmado, concordo, de acordo, estou de acordo, aceito, afirmo,
    isso mesmo, isso aí, é isso, é isso aí, exatamente, exato, correto, perfeitamente, acho que sim, creio que sim,
      acredito que sim, quero sim, gostaria sim, tenho sim, já sim, por favor sim, posso sim, bora., vamos.,
      vamos lá., demorou., fechou., fechado., combinado., topo., por que não., pq não., pod., podi.`,
    sure: `claro, ok, okay, okk, oki, isso, pode, podem, quero, queria, gostaria, desejo, preciso, certo, certinho,
      tá certo, está certo, está correto, perfeito, blz, beleza, tá bom, tá, ta ok, tudo bem, tudo certo, joia, show,
      top, ótimo, legal, maravilha, manda, pode mandar, pode enviar, pode ir, pode continuar, pode prosseguir,
      pode confirmar, prossiga, continue, confirma, por favor, pfv, pf, tenho interesse, tenho, já,
      sem problema nenhum, por gentileza, de boa, suave, tranquilo, feito`,
    no: `não, nao, n, nn, nnn, naum, nao nao, noa., nope, nop, no., nunca, negativo, nem, nem pensar, nem a pau,
      nunk, jamais, de jeito nenhum, de forma alguma, de maneira nenhuma, de jeito algum, nada disso, não mesmo,
      claro que não, lógico que não, óbvio que não, com certeza não, acho que não, creio que não, acredito que não,
      ainda não, agora não, hoje não, nenhum., nenhuma., nada., recuso, errado., incorreto., discordo, dispenso,
      sem interesse, cancela., cancelo., deixa pra lá, pode deixar., melhor não, prefiro não, eu não, não concordo, não aceito,
      não confirmo, não é, não é isso, não pode, não pode ser, não topo, não estou de acordo, de modo algum`,
    beside: `eu, que, é, e, mesmo, mesma, então, aí, aqui, já, muito, mto, por favor, você, vc, vcs, vocês, senhor,
      senhora, moça, moço, amigo, amiga, obrigado, obrigada, obg, valeu, vlw, bom dia, boa tarde, boa noite, oi, olá,
      opa, ah, ai, ué, a, o, de, do, da, isso, com, me, pra mim, para mim, fazer, esse, essa, este, esta, pra, para,
      né, ser, sempre, mas é claro, na verdade, ora`,
    unsure:
      /\b(talvez|depende|ou nao|quem sabe|sei|nao faco ideia|nao lembro|mais ou menos|problemas?|nao (tenho|estou|to) (\w+ )?(certeza|cert[oa])|acho que (?!sim|nao)|nao acho)\b|^acho$/,
  }),
  en: listsOf({
    yes: `yes, y., ya., ye., yea, yeah, yep, yup, yap, yes yes, yess, yesh, yas, sim., si., aye, of course, ofc,
      ofcourse, for sure, absolutely, definitely, certainly, indeed, affirmative, correct, thats correct,
      that is correct, thats right, that is right, youre right, you are right, exactly., precisely., agreed, i agree,
      i do., i am., i did., i would., i have., i can., it is., it does., true, thats true, that is true, very true,
      totally true, yessoo, yez, ys, yop, hell yes, ofcoure, fcourse, i think so, i believe so, i guess so,
      i suppose so, sure thing, you bet, go ahead., lets do it., lets go., do it., do that., why not., sounds good,
      that sounds good, that would be great, that would be awesome, id like that, id love to, id love that,
      roger that, roger, confirmed, confirm., i confirm, accept., i accept`,
    sure: `sure, ok, okay, okey, okie, k, kk, right, fine, good, great, awesome, cool, nice, perfect, alright,
      all right, please, yes please, top, got it, thats great, thats fine, thats good, that works, works for me, go,
      sweet`,
    no: `no, n., nn., nah, nay, nope, nop, naw, na., no no, no thanks, no thank you, no way, not., never, negative,
      i dont, i do not, i didnt, i did not, i wont, not right now, not interested, im not interested,
      i am not interested, i dont accept, i dont want to, i dont think so, i do not think so, i think not,
      dont think so, not really, not at all, of course not, absolutely not, definitely not, certainly not, not yet,
      not now, not today, none., none of them., neither., nothing., nevermind., never mind., decline, i decline,
      wrong., thats wrong, that is wrong, youre wrong, you are wrong, false, thats false, that is false, incorrect,
      thats incorrect, that is incorrect, not true, thats not true, that is not true, not correct, disagree,
      i disagree, im good., cancel., thats not right, that is not right, inaccurate, thats inaccurate, i dont agree, i do not agree, not agreed, not confirmed, hell no,
      the answer is no, it is no`,
    beside: `i, im, am, it, its, is, the, a, an, that, this, very, so, really, actually, well, oh, hm, hmm, ah,
      thanks, thank you, thx, hi, hello, hey, sir, maam, mate, please, do, would, like, to, want, you, and, then,
      just, totally, think, believe, have, of, be, say, saying, my, answer, statement, information, know,
      the answer to that, fact, friend, response, question, was, as, accurate, one, still, sorry`,
    unsure:
      /\b(maybe|perhaps|depends|possibly|dunno|idk|i (dont|do not) (really )?(know|have)|dont (know|have)|no (earthly )?(idea|clue|knowledge|opinion|preference)|not a clue|what do you think|problem|worries|(?:am )?not (\w+ )?(sure|certain|false|wrong)|or (?:no|not)|either|sort of|kind of|cant (say|tell|decide))\b/,
  }),
  es: listsOf({
    yes: `sí, s., sii, sip, sep, simon, yes, yep., claro que sí, por supuesto, por supuesto que sí, desde luego,
      efectivamente, en efecto, exacto, exactamente, correcto, eso es correcto, así es, es correcto, eso es,
      eso mismo, cierto, es cierto, seguro, seguro que sí, sin duda, sin dudas, definitivamente, afirmativo,
      positivo, acepto, confirmo, confirmado, estoy de acuerdo, de acuerdo, dale, va, sale, órale, hágale, obvio,
      obvio que sí, lógico, creo que sí, me parece que sí, pienso que sí, quiero sí, suena bien, hagámoslo, adelante,
      aja, ajá, por qué no., si por favor`,
    sure: `claro, ok, okay, okey, oki, vale, bueno, bien, está bien, todo bien, perfecto, quiero, quisiera,
      me gustaría, deseo, necesito, listo, genial, buenísimo, bárbaro, puede ser, puede, pueden, mande, envíe,
      continúe, continuar, me interesa, por favor, porfa, entendido, enterado`,
    no: `no, n., nop, nope, nel, no no, no gracias, nunca, jamás, tampoco, negativo, para nada, de ninguna manera,
      de ningún modo, ni hablar, ni loco, ni a palos, ni de broma, claro que no, por supuesto que no, obvio que no,
      seguro que no, creo que no, no creo, no lo creo, realmente no, todavía no, aún no, ahora no, hoy no, mejor no,
      prefiero no, ninguno., ninguna., nada., incorrecto., falso., no acepto, no confirmo, no estoy de acuerdo, no es correcto, no es así, cancelar., cancela.`,
    beside: `yo, que, es, y, pues, entonces, ya, muy, muchas, gracias, señor, señora, señorita, amigo, amiga, hola,
      buenos días, buenas tardes, buenas noches, buen día, por favor, porfa, de, la, el, lo, eso, me, mi, a, con,
      para mí, en realidad, mismo, usted, ustedes`,
    unsure:
      /\b(quizas?|tal ?vez|o no|depende|puede que|a lo mejor|no se|ni idea|problemas?|no (estoy|tengo) (\w+ )?(segur[oa]|seguridad)|mas o menos|creo que (?!si|no))\b|^creo$/,
  }),
  tr: listsOf({
    yes: `evet, evt, ewet, eet., e., he, hehe., hı hı, hıhı, yes, yep., tabii, tabi, tabiki, tabii ki, tabi ki,
      elbette, kesinlikle, aynen, aynen öyle, doğru, onaylıyorum, onay, kabul, kabul ediyorum, katılıyorum, bence de,
      bencede, olur, isterim, istiyorum, sanırım evet, öyle, var., aynı fikirdeyim`,
    sure: `tamam, tamamdır, tmm, ok, okay, okey, peki, iyi, güzel, süper, harika, olabilir., lütfen, gönderin,
      gönder, devam`,
    no: `hayır, hayir, hyr, h., yok, yoo, yo., no, nope, olmaz, istemiyorum, istemem, değil, asla, hiç, hiçbir zaman,
      sanmıyorum, sanmam, katılmıyorum, öyle değil, doğru değil, henüz değil, daha değil, şimdi değil, bugün değil,
      kesinlikle hayır, tabii ki hayır, gerek yok, kabul etmiyorum, onaylamıyorum, yanlış., iptal., vazgeçtim`,
    beside: `ben, biz, ve, de, da, çok, bir, bu, o, bence, lütfen, teşekkürler, teşekkür ederim, sağol, merhaba,
      selam, efendim, hocam, abi, abla, için`,
    unsure: /\b(belki|bilmiyorum|galiba|sorun|problem|emin degilim|fikrim yok|kararsizim)\b/,
  }),
}
