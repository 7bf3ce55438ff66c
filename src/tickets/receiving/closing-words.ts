/**
 * Whether a message after closing only says thanks, agrees or takes leave, in the four languages. Every word must be
 * known and one must carry that meaning, so that a new request always opens a ticket. Pure.
 */
import type { Incoming } from '../../channels/channel'
import { fold } from '../../platform/text'

/** Carry the meaning, alone or with others. */
const meaning = [
  // Portuguese
  ...[
    'obrigado',
    'obrigada',
    'obrigados',
    'obrigadas',
    'obg',
    'obgd',
    'obgda',
    'obgdo',
    'brigado',
    'brigada',
    'brigadao',
  ],
  ...[
    'obrigadao',
    'obrigadinho',
    'obrigadinha',
    'valeu',
    'vlw',
    'vlws',
    'agradeço',
    'agradecido',
    'agradecida',
    'grato',
  ],
  ...[
    'grata',
    'gratidão',
    'tmj',
    'tamo junto',
    'não obrigado',
    'não obrigada',
    'não precisa',
    'de nada',
    'imagina',
    'por nada',
  ],
  ...[
    'disponha',
    'ok',
    'oks',
    'okay',
    'okey',
    'blz',
    'beleza',
    'certo',
    'certinho',
    'tá certo',
    'perfeito',
    'ótimo',
    'show',
  ],
  ...[
    'show de bola',
    'top',
    'joia',
    'combinado',
    'entendi',
    'entendido',
    'tá bom',
    'tá bem',
    'está bem',
    'está bom',
    'tudo certo',
  ],
  ...[
    'tudo bem',
    'maravilha',
    'excelente',
    'legal',
    'bacana',
    'massa',
    'feito',
    'fechado',
    'fechou',
    'resolvido',
    'resolveu',
    'joinha',
    'isso mesmo',
    'só isso',
    'não só isso',
    'por enquanto é só',
    'é só',
    'muito bom',
    'ótimo atendimento',
    'excelente atendimento',
    'parabéns pelo atendimento',
    'aguardo',
    'fico no aguardo',
    'vou aguardar',
    'no aguardo',
  ],
  ...[
    'deu certo',
    'funcionou',
    'só isso',
    'era só isso',
    'é só isso',
    'era isso',
    'nada mais',
    'mais nada',
    'amém',
    'tchau',
  ],
  ...['até mais', 'até logo', 'até amanhã', 'até breve', 'até a próxima', 'abraço', 'abraços', 'abs', 'fica com deus'],
  ...['fique com deus', 'fiquem com deus', 'deus abençoe', 'deus te abençoe', 'deus lhe abençoe', 'igualmente'],
  // Spanish
  ...[
    'gracias',
    'grcs',
    'grax',
    'no gracias',
    'vale',
    'listo',
    'perfecto',
    'de acuerdo',
    'entendido',
    'genial',
    'buenísimo',
  ],
  ...[
    'está bien',
    'todo bien',
    'muy amable',
    'adiós',
    'chao',
    'chau',
    'hasta luego',
    'hasta mañana',
    'hasta pronto',
    'saludos',
  ],
  ...['te agradezco', 'agradezco', 'agradecido', 'agradecida', 'eso es todo', 'nada más', 'igualmente', 'excelente'],
  // English
  ...[
    'thanks',
    'thank you',
    'thank u',
    'thankyou',
    'thx',
    'thnx',
    'tks',
    'tnx',
    'ty',
    'cheers',
    'no thanks',
    'no thank you',
  ],
  ...[
    'much appreciated',
    'appreciate it',
    'i appreciate it',
    'great',
    'perfect',
    'got it',
    'awesome',
    'cool',
    'all good',
  ],
  ...[
    'sounds good',
    'alright',
    'bye',
    'bye bye',
    'goodbye',
    'see you',
    'that is all',
    'thats all',
    'it worked',
    'it works',
  ],
  // Turkish
  ...['teşekkürler', 'teşekkür', 'teşekkür ederim', 'teşekkür ederiz', 'tşk', 'tşkler', 'sağol', 'sağ ol', 'sağolun'],
  ...[
    'sağ olun',
    'eyvallah',
    'tamam',
    'tamamdır',
    'peki',
    'süper',
    'harika',
    'anladım',
    'oldu',
    'rica ederim',
    'görüşürüz',
  ],
  ...['hoşça kal', 'hoşça kalın', 'hoşçakalın', 'kolay gelsin', 'allah razı olsun', 'minnettarım'],
]

/** Go with the meaning and have none of their own: "boa noite" alone begins a conversation. */
const company = [
  // Portuguese
  ...[
    'muito',
    'muita',
    'muitíssimo',
    'mto',
    'mt',
    'mt mesmo',
    'mesmo',
    'demais',
    'por tudo',
    'por enquanto',
    'por agora',
  ],
  ...[
    'pela ajuda',
    'pela atenção',
    'pelo atendimento',
    'pela informação',
    'pelas informações',
    'pelo retorno',
    'pela resposta',
  ],
  ...[
    'pela paciência',
    'pelo apoio',
    'pelo suporte',
    'pela força',
    'pela rapidez',
    'pela agilidade',
    'pela compreensão',
  ],
  ...[
    'pela sua ajuda',
    'pela sua atenção',
    'sua atenção',
    'então',
    'aí',
    'viu',
    'tá',
    'então tá',
    'agora',
    'sim',
    'já',
    'eu',
  ],
  ...[
    'mano',
    'irmão',
    'meu amigo',
    'minha amiga',
    'minha querida',
    'meu querido',
    'pela presteza',
    'pelo excelente atendimento',
    'pelo ótimo atendimento',
    'a atenção',
    'a ajuda',
    'aqui',
    'amigo',
    'amiga',
    'moça',
    'moço',
    'querido',
    'querida',
    'gente',
    'pessoal',
    'senhor',
    'senhora',
    'mais uma vez',
    'de novo',
  ],
  ...[
    'a você',
    'a vocês',
    'pra você',
    'pra vocês',
    'para você',
    'para vocês',
    'você',
    'vocês',
    'vc',
    'vcs',
    'pra vc',
    'pra vcs',
  ],
  ...[
    'eu que',
    'que isso',
    'por isso',
    'de coração',
    'nossa',
    'a todos',
    'também',
    'tb',
    'tbm',
    'e',
    'a',
    'o',
    'da',
    'do',
  ],
  ...['bom dia', 'boa tarde', 'boa noite', 'um bom dia', 'uma boa tarde', 'uma boa noite', 'bom fim de semana'],
  ...[
    'bom final de semana',
    'ótimo fim de semana',
    'boa semana',
    'ótima semana',
    'bom feriado',
    'bom trabalho',
    'bom descanso',
  ],
  ...[
    'ótimo dia',
    'ótima tarde',
    'ótima noite',
    'um ótimo dia',
    'uma ótima tarde',
    'uma ótima noite',
    'boas festas',
    'tenha',
  ],
  // Spanish
  ...[
    'muchas',
    'muchísimas',
    'mil',
    'por todo',
    'por la ayuda',
    'por su ayuda',
    'por tu ayuda',
    'por la atención',
    'y',
    'muy',
  ],
  ...[
    'buenas noches',
    'buenas tardes',
    'buenos días',
    'buen día',
    'buen fin de semana',
    'que tenga',
    'un',
    'amable',
    'a usted',
  ],
  ...['a ustedes', 'igual', 'señor', 'señora', 'sí', 'ya', 'bien'],
  // English
  ...[
    'so much',
    'very much',
    'a lot',
    'lots',
    'many',
    'for everything',
    'for your help',
    'for the help',
    'for all your help',
  ],
  ...[
    'again',
    'good night',
    'good evening',
    'good day',
    'have a nice day',
    'have a good day',
    'have a great day',
    'and',
    'then',
  ],
  ...[
    'nice weekend',
    'have a nice weekend',
    'you too',
    'yes',
    'yeah',
    'oh',
    'soon',
    'later',
    'now',
    'mate',
    'sir',
    'all',
  ],
  // Turkish
  ...[
    'çok',
    'her şey için',
    'yardımınız için',
    'ilginiz için',
    'iyi günler',
    'iyi akşamlar',
    'iyi geceler',
    've',
    'size',
    'size de',
  ],
  ...['iyi', 'şimdi', 'evet', 'hocam', 'abi', 'abla'],
]

const phrases = (of: readonly string[]) => new Set(of.map(fold))
const [core, aside] = [phrases(meaning), phrases(company)]
const LONGEST_PHRASE = Math.max(...[...core, ...aside].map((phrase) => phrase.split(' ').length))

/** Longer messages say something else. */
const LONGEST = 120

/** Ask for something or complain, alone or beside words. */
const notThanks =
  /[?¿❓❔⁉👎😡😠🤬😤😭💔🆘😢😔😞😟😕🙁☹😩😫😖😣😒🙄😑😐😱😨😰😥🤔🤨🤷🤦🤡💩🖕🤢🤮❌⛔🚫⚠🚨📞☎📎💸💰🧾📄]/u
/** Words that turn thanks round. */
const IRONY = /\bobrigad[oa] por nada\b|\bgracias por nada\b|\bthanks for nothing\b/
const LAUGHTER = /^(k{2,}|(rs)+|(ha){2,}h?|(he){2,}h?|(ja){2,}|(je){2,}|lol)$/
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u

type Words = Pick<Incoming, 'kind' | 'body'>

/** Rules out most messages before anything is looked up. */
export const mayBeClosingWords = ({ kind, body }: Words): boolean =>
  kind === 'sticker' || (kind === 'chat' && body.length <= LONGEST && !notThanks.test(body) && !/\d/.test(body))

/** `names`: of the attendant, who may be addressed. */
export function isClosingWords({ kind, body }: Words, names: readonly string[] = []): boolean {
  if (!mayBeClosingWords({ kind, body })) return false
  if (kind === 'sticker') return true
  const words = fold(body)
    .replace(/[^\p{L}\p{N}\s]+/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return EMOJI.test(body)
  if (IRONY.test(words.join(' '))) return false
  const known = new Set(names.flatMap((name) => fold(name).split(/\s+/)))
  return meansThanks(words.filter((word) => !known.has(word) && !LAUGHTER.test(word)))
}

/** The longest phrase first, so that "não obrigado" is not read as two. */
function meansThanks(words: readonly string[]): boolean {
  let isMeant = false
  for (let at = 0; at < words.length; ) {
    const size = phraseAt(words, at)
    if (size === undefined) return false
    if (core.has(written(words.slice(at, at + size)))) isMeant = true
    at += size
  }
  return isMeant
}

function phraseAt(words: readonly string[], at: number): number | undefined {
  for (let size = Math.min(LONGEST_PHRASE, words.length - at); size > 0; size--) {
    const phrase = written(words.slice(at, at + size))
    if (core.has(phrase) || aside.has(phrase)) return size
  }
  return undefined
}

const vocabulary = new Set([...core, ...aside].flatMap((phrase) => phrase.split(' ')))
/** Drawn-out letters are read as one: "obrigadaaa", "valeuuu", "okk". */
const written = (words: readonly string[]): string =>
  words
    .map((word) => (vocabulary.has(word) ? word : word.replace(/(.)\1+$/u, '$1').replace(/(.)\1{2,}/gu, '$1')))
    .join(' ')
