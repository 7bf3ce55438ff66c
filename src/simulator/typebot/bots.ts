/** Bots of the stand-in: what is published in the workspace of the sample company, and one that is only a draft. */

type Leaf = { readonly text: string; readonly bold?: true; readonly italic?: true }
export type Bubble = { readonly id: string; readonly type: string; readonly content: object }
export type Input = {
  readonly id: string
  readonly type: string
  readonly items?: readonly { readonly id: string; readonly content: string; readonly value?: string }[]
  readonly options?: Readonly<Record<string, unknown>>
}
export type Variables = Readonly<Record<string, string>>

/** A group of bubbles and what the contact is asked after them. Without an input the flow ends. */
export type Group = {
  bubbles(variables: Variables, media: string): readonly Bubble[]
  readonly input?: Input
  /** The variable that takes the answer. */
  readonly saves?: string
  readonly waits?: { readonly after: string; readonly seconds: number }
  /** The next group, by its name. */
  next(answer: string): string
}
export type Bot = {
  readonly id: string
  readonly publicId: string | null
  readonly name: string
  readonly icon: string
  readonly workspaceId: string
  readonly groups: Readonly<Record<string, Group>>
}

export const workspaces = [
  { id: 'wsp-aurora', name: 'Casa Aurora', icon: '🛋️', plan: 'STARTER' },
  { id: 'wsp-testes', name: 'Testes', icon: null, plan: 'FREE' },
] as const

const p = (...children: readonly object[]) => ({ type: 'p', children })
const text = (id: string, ...blocks: readonly object[]): Bubble => ({
  id,
  type: 'text',
  content: { type: 'richText', richText: blocks },
})
const said = (id: string, words: string): Bubble => text(id, p({ text: words }))
const bold = (words: string): Leaf => ({ text: words, bold: true })
const choice = (id: string, ...items: readonly string[]): Input => ({
  id,
  type: 'choice input',
  items: items.map((content, at) => ({ id: `${id}-${at + 1}`, content })),
  options: { isMultipleChoice: false },
})
const end = () => 'end'
const stop = (id: string): Bubble => said(id, '#{"stopBot":true}')

const showroom: Bot = {
  id: 'bot-vitrine',
  publicId: 'vitrine-aurora',
  name: 'Vitrine de sofás',
  icon: '🛋️',
  workspaceId: 'wsp-aurora',
  groups: {
    start: {
      bubbles: ({ pushName = '' }) => [
        text('b-hello', p({ text: pushName === '' ? 'Olá' : 'Olá, ' }, bold(pushName), { text: '!' })),
        said('b-who', 'Sou a assistente virtual da Casa Aurora. O que você procura?'),
      ],
      input: choice('i-what', 'Sofás', 'Prazo de entrega', 'Falar com uma pessoa'),
      next: (answer) => (answer === 'Sofás' ? 'sofas' : answer === 'Prazo de entrega' ? 'delivery' : 'people'),
    },
    sofas: {
      bubbles: (_, media) => [
        { id: 'b-photo', type: 'image', content: { url: `${media}/leme.png` } },
        text(
          'b-sofa',
          p({ text: 'Este é o ' }, bold('Leme'), { text: ', o nosso mais vendido:' }),
          {
            type: 'ul',
            children: ['2 lugares: R$ 2.490', '3 lugares: R$ 3.190'].map((item) => ({
              type: 'li',
              children: [{ type: 'lic', children: [{ text: item }] }],
            })),
          },
          p({ text: 'Quantos lugares você precisa?' }),
        ),
      ],
      input: choice('i-seats', '2 lugares', '3 lugares', '4 lugares ou mais'),
      saves: 'seats',
      next: () => 'postcode',
    },
    postcode: {
      bubbles: ({ seats = '' }) => [
        text('b-code', p({ text: 'Ótima escolha: ' }, { text: seats, italic: true }, { text: '. Qual é o seu CEP?' })),
      ],
      input: { id: 'i-code', type: 'text input', options: {} },
      saves: 'postcode',
      next: () => 'rating',
    },
    rating: {
      bubbles: ({ postcode = '' }) => [
        said('b-fee', `Para ${postcode} a entrega é grátis. Antes de chamar a equipe: como foi falar comigo?`),
      ],
      input: { id: 'i-rate', type: 'rating input', options: { length: 5, startsAt: 1 } },
      next: () => 'people',
    },
    delivery: {
      bubbles: () => [
        text(
          'b-days',
          p(
            { text: 'Na cidade do Rio, ' },
            bold('5 dias úteis'),
            { text: '. Veja as ' },
            {
              type: 'a',
              url: 'https://aurora.example/entrega',
              children: [{ text: 'regras de entrega' }],
            },
            { text: '.' },
          ),
        ),
        said('b-more', 'Posso ajudar com mais alguma coisa?'),
      ],
      input: choice('i-more', 'Ver sofás', 'Falar com uma pessoa'),
      waits: { after: 'b-days', seconds: 1 },
      next: (answer) => (answer === 'Ver sofás' ? 'sofas' : 'people'),
    },
    people: { bubbles: () => [said('b-people', 'Certo! Já chamei a equipe de vendas.'), stop('b-stop')], next: end },
  },
}

/** Asks for each kind of input in turn. */
const survey: Bot = {
  id: 'bot-pesquisa',
  publicId: 'pesquisa-aurora',
  name: 'Pesquisa de satisfação',
  icon: '⭐',
  workspaceId: 'wsp-aurora',
  groups: {
    start: {
      bubbles: () => [said('s-1', 'De quais ambientes você gostou?')],
      input: { ...choice('s-rooms', 'Sala', 'Quarto', 'Cozinha'), options: { isMultipleChoice: true } },
      saves: 'rooms',
      next: () => 'day',
    },
    day: {
      bubbles: ({ rooms = '' }) => [said('s-2', `Anotei: ${rooms}. Quando foi a sua visita?`)],
      input: { id: 's-day', type: 'date input', options: { hasTime: false, isRange: false } },
      saves: 'day',
      next: () => 'end-words',
    },
    'end-words': { bubbles: ({ day = '' }) => [said('s-3', `Obrigada pela visita de ${day}!`)], next: end },
  },
}

const draft: Bot = {
  id: 'bot-rascunho',
  publicId: null,
  name: 'Black Friday (rascunho)',
  icon: '📝',
  workspaceId: 'wsp-testes',
  groups: { start: { bubbles: () => [said('d-1', 'Em breve.')], next: end } },
}

export const bots: readonly Bot[] = [showroom, survey, draft]
