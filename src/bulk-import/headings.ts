/** Judges the heading of a column by its words, in our four languages. Pure. */
import { fold } from '../platform/text'

/** Folded words, separated by spaces. */
export type Heading = {
  /** Name the field by themselves. The first ones say it best. */
  readonly words: string
  /** May mean something else as well, so that the content decides. */
  readonly hints?: string
  /** Change nothing beside the others, such as "comercial" in "Telefone comercial". */
  readonly beside?: string
}

/** Read as other things than a person's name, number and address of e-mail, even beside their words. */
const OTHER = setOf(`
  cpf cnpj rg ie ssn documento document doc dni nif rut cuit cuil rfc curp tckn vkn vergi passaporte passport inscricao cnh
  cep zip postal posta
  data date dt fecha tarih tarihi nascimento nasc nac birthday birth dob aniversario dogum vencimento venc cadastro criado created
  updated atualizado alterado desde hora hour ultima ultimo last
  valor value saldo preco total price amount balance mensalidade debito credito divida limite monto fiyat tutar bakiye
  codigo cod code kod id ids contrato contract protocolo matricula pedido order nota nf pppoe mac ip serial serie sequencia seq
  item linha login senha password usuario usuaria user username imei barras sku conta account invoice card agencia banco pix chave
  endereco address adres rua street logradouro bairro cidade city ciudad sehir ilce estado state uf provincia pais country
  complemento municipio region regiao latitude longitude lat lng numero number
  mae pai conjuge esposa marido spouse vendedor vendedora seller manager gerente assistant assistente referred indicado indicacao
  indicador atendente agent tecnico filho filha filhos children
  observacao observacoes obs notes notas anotacoes anotacao comentario comentarios comments descricao description plano plan
  produto product servico service status situacao sexo gender profissao occupation cargo job title titulo department departamento
  operadora carrier fax pager telex ramal extension tipo type label site web website url page facebook instagram idade age
  rem remetente sender yomi quantidade qtd qty exibicao display as phonetic fonetico photo foto prefix prefijo prefixo tratamento
`)

/** Words that say whose value a column holds; the first one of a line stands for all. */
const owners: ReadonlyMap<string, string> = new Map(
  [
    'responsavel responsible responsable sorumlu veli guardian tutor tutora apoderado apoderada acudiente',
    'aluno aluna estudante alumno alumna student pupil ogrenci filho filha crianca',
    'mae mother madre anne',
    'pai father padre baba',
    'conjuge esposa marido spouse es',
    'titular holder',
  ].flatMap((line) => {
    const words = listOf(line)
    return words.map((word) => [word, words[0] ?? word] as const)
  }),
)
/** Such as `mae` for "Telefone da mãe". */
export const ownerIn = (words: readonly string[]): string | undefined =>
  words.flatMap((word) => owners.get(word) ?? [])[0]
/** Those who write for pupils. */
export const [RESPONSIBLE, PUPIL] = ['responsavel', 'aluno']

const STOP = setOf(
  'a an and as com da das de del do dos e el em for la las los na nas no nos o of or os ou para por the y ve',
)

/** A column of labels in an address book, as "Phone 1 - Label". */
export const LABEL = / - (label|type|tipo|r[oó]tulo|etiqueta|etiket)$/i

/** Whether the product has written these headings: of its own columns, nothing is to be guessed. */
export const areOwn = (heads: readonly string[], own: OwnColumns | undefined): own is OwnColumns =>
  own?.heads.some((names) => names.every((name, at) => heads[at] === name)) ?? false

/** The first columns of the product's own export: their names in each language, and their fields. Extra ones follow. */
export type OwnColumns = {
  readonly heads: readonly (readonly string[])[]
  readonly fields: readonly string[]
}

/** The words of a heading: `CELULAR_1`, `telefoneCelular` and "Tel. (celular)" have two and one number at most. */
export function wordsOf(head: string): readonly string[] {
  const words = fold(
    head
      .slice(0, LONGEST)
      .normalize('NFKC')
      .replace(/ - (value|valor)$/i, '')
      .replace(LABEL, ' tipo')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'),
  )
    .replace(/whats app/g, 'whatsapp')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  const telling = words.filter((word) => !STOP.has(word))
  return (telling.length > 0 ? telling : words).slice(0, MOST_WORDS)
}
const [LONGEST, MOST_WORDS] = [100, 8]

export type Vocabulary = {
  /** The part of the words that are those of headings. */
  shareKnown(words: readonly string[]): number
  /** By field: how well the words fit, from 0 to 1, and at most 0.5 if only the content can decide. */
  scoresOf(words: readonly string[]): readonly number[]
  /** By field: whether the words only name it and an owner. */
  ownedBy(words: readonly string[]): readonly boolean[]
}

/** Compares headings with those of the fields. */
export function createVocabulary(headings: readonly (Heading | undefined)[]): Vocabulary {
  const fields = headings.map((heading) => ({
    words: listOf(heading?.words),
    hints: listOf(heading?.hints),
    beside: setOf(heading?.beside),
  }))
  const all = new Set([...OTHER, ...fields.flatMap(({ words, hints, beside }) => [...words, ...hints, ...beside])])
  const parted = (words: readonly string[]) => words.flatMap((word) => partsOf(word, all))
  return {
    shareKnown(written) {
      const words = parted(written)
      return words.length === 0 ? 0 : words.filter((word) => all.has(word)).length / words.length
    },
    scoresOf(written) {
      const words = parted(written)
      return fields.map(({ words: own, hints, beside }) => {
        const named = words.flatMap((word) => (own.includes(word) ? own.indexOf(word) : []))
        if (named.length === 0 && !words.some((word) => hints.includes(word))) return 0
        const isOwn = (word: string) => own.includes(word) || hints.includes(word) || beside.has(word)
        if (words.some((word) => !isOwn(word) && OTHER.has(word))) return 0
        const share = words.filter(isOwn).length / words.length
        return named.length > 0 ? share * (1 - Math.min(...named) / 1000) : share === 1 ? HINT : 0
      })
    },
    ownedBy(written) {
      const words = parted(written)
      return fields.map(({ words: own, hints, beside }) =>
        words.every((word) => owners.has(word) || own.includes(word) || hints.includes(word) || beside.has(word)),
      )
    },
  }
}
/** A heading that only hints. */
const HINT = 0.5

/** `nomecompleto` as its two words. */
function partsOf(word: string, all: ReadonlySet<string>): readonly string[] {
  if (all.has(word) || word.length > 40) return [word]
  for (let at = 3; at <= word.length - 3; at++) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => all.has(part))) return parts
  }
  return [word]
}

function listOf(words = ''): readonly string[] {
  return words.split(/\s+/).filter(Boolean)
}
function setOf(words?: string): ReadonlySet<string> {
  return new Set(listOf(words))
}
