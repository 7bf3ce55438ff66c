/** The trial on the screen and the conversation on the phone say the same. */
import { expect, test } from 'bun:test'
import { BRAZIL } from '../../src/features/flows/answers/place'
import { type AnswerKind, answerKinds, type Comparison, comparisons } from '../../src/features/flows/format/contract'
import { tryFlow } from '../../ui/features/flows/dryRun'
import { inSuite } from '../support/long'
import { createRandom } from '../support/random'
import { NOON } from '../support/world'
import { running } from './running'
import { ask, end, flowOf, menu } from './support'

const said = [
  'sim',
  'não',
  'claro que sim',
  'talvez',
  '1.500,00',
  'R$ 30',
  '30 reais',
  'meia dúzia',
  '2',
  'duas da tarde',
  '1430',
  'amanhã',
  '05/12/2026',
  'daqui a 3 dias',
  '529.982.247-25',
  '52998224725',
  '11.222.333/0001-81',
  '(21) 98765-4321',
  '01310-100',
  'ana@exemplo.com',
  'São Paulo',
  'sao paulo',
  'segunda-feira',
  'boleto',
  'suporte ou financeiro',
  '',
  '\u200b',
  '👍',
  '{{x}}',
  '%',
  'a'.repeat(400),
]
const kinds = answerKinds.filter((kind) => kind !== 'file')

test('in random flows with every kind of answer and comparison', async () => {
  for (let seed = 1; seed <= inSuite(12, 200); seed++) {
    const { pick } = createRandom(seed)
    const test = { l: '{{x}}', op: pick(comparisons) as Comparison, r: pick(['{{y}}', ...said.slice(0, -1)]) }
    const flow = flowOf(
      {
        a: ask('Primeira?', 'x', { as: pick(kinds) as AnswerKind }),
        b: ask('Segunda, com boleto?', 'y', { as: pick(kinds) as AnswerKind }),
        m: menu('Qual?', ['Segunda via', 'Suporte', 'Financeiro']),
        c: { t: 'if', name: '', mode: pick(['all', 'any'] as const), tests: [test] },
        d: end('{{x}} {{y}} vale'),
        e: end('{{x}} {{y}} não vale {{answer.problem}}'),
      },
      {
        start: 'a',
        a: 'b',
        'a:fail': 'e',
        b: 'm',
        'b:fail': 'c',
        'm:a': 'c',
        'm:b': 'c',
        'm:c': 'c',
        'm:else': 'c',
        'c:true': 'd',
        'c:false': 'e',
      },
    )
    const texts = ['oi', ...Array.from({ length: 14 }, () => pick(said))]
    const phone = running(flow)
    const heard: string[] = []
    for (const text of texts) {
      const { actions, state } = await phone.says(text)
      for (const one of actions) if (one.do === 'say') heard.push(one.text)
      if (state === null) break
    }
    const trial = tryFlow(
      flow,
      texts.map((text) => ({ do: 'say', text })),
      {},
      { begin: NOON, isOpen: true, place: BRAZIL },
    )
    const shown = trial.lines.flatMap((line) => (line.by === 'flow' ? line.text : []))
    expect([seed, shown]).toEqual([seed, heard])
    expect(heard.length).toBeGreaterThan(1)
  }
})
