import { BotMessageSquare, CircleAlert } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import type { Problem } from '../../../src/features/flows/check'
import type { NodeCount } from '../../../src/features/flows/contract'
import {
  exitsOf,
  type Flow,
  type FlowNode,
  givenVariables,
  variablesOf,
} from '../../../src/features/flows/format/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { QueueChip } from '../../shared/kit/QueueChip'
import { VariableText } from '../../shared/kit/VariableText'
import type { Company } from './company'
import { kinds } from './kinds'
import { NodeNumbers } from './Numbers'
import { exitName, faultWords, nodeName } from './words'

type Props = {
  flow: Flow
  node: FlowNode
  company: Company
  problems: readonly Problem[]
  isHere: boolean
  /** Shown at its foot. */
  count?: NodeCount | undefined
  /** The end of a wire: canvas and list draw it differently. */
  renderExit(exit: string): ReactNode
}

/** What a node shows: its name, what it does, its faults, its exits. */
export function NodeCard({ flow, node, company, problems, isHere, count, renderExit }: Props) {
  const format = useFormat()
  const t = useText()
  const { color, icon: Icon } = kinds[node.t]
  const exits = exitsOf(node)
  const isPlain = exits.length === 1 && exits[0] === ''
  const words = [...new Set(problems.map((problem) => faultWords(t, flow, problem)))]
  return (
    <>
      <div className="node-head" style={{ '--c': color } as CSSProperties}>
        <Icon />
        <span className="truncate min-w-0">{nodeName(t, node)}</span>
        {isHere && (
          <span className="node-here inline-flex items-center gap-1 ml-auto flex-none type-xs font-[550] text-primary-ink">
            <BotMessageSquare />
            {t('flows.here')}
          </span>
        )}
      </div>
      {node.t !== 'start' && (
        <div className="node-body">
          <NodeBody flow={flow} node={node} company={company} />
        </div>
      )}
      {words.map((said) => (
        <div
          key={said}
          className="node-wrong flex items-start gap-1.25 py-1.25 px-2.5 border-t border-line text-error-ink font-[550] type-xs"
        >
          <CircleAlert />
          <span>{said}</span>
        </div>
      ))}
      {count && <NodeNumbers count={count} />}
      {exits.length > 0 && (
        <div className="node-exits" data-plain={isPlain || undefined} data-stacked={areStacked(exits) || undefined}>
          {exits.map((exit) => (
            <div
              key={exit}
              className={isPlain ? 'contents' : 'node-exit'}
              title={isPlain ? undefined : exitName(t, node, exit)}
            >
              {!isPlain && (
                <span className="truncate max-w-full">
                  {exitName(t, node, exit)}
                  {count && count.came > 0 && (
                    <small className="node-taken">{format.number(count.exits[exit] ?? 0)}</small>
                  )}
                </span>
              )}
              {renderExit(exit)}
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** So many exits do not fit side by side. */
export const areStacked = (exits: readonly string[]): boolean => exits.length > 2

/** Variables of a text, those offered first at the front. */
export const namesIn = (flow: Flow): readonly string[] => [
  ...new Set(['firstName', 'ms', ...variablesOf(flow), ...givenVariables]),
]

function NodeBody({ flow, node, company }: Pick<Props, 'flow' | 'node' | 'company'>) {
  const t = useText()
  const names = namesIn(flow)
  const text = (written: string) =>
    written.trim() === '' ? <i>{t('flows.body.noText')}</i> : <VariableText text={written} names={names} />
  const variable = (name: string) => <span className="var">{name || '…'}</span>
  switch (node.t) {
    case 'start':
      return null
    case 'say': {
      const [first] = node.parts
      if (!first) return text('')
      if ('text' in first) return text(first.text)
      return 'file' in first ? (company.fileName(first.file) ?? t('flows.unknown')) : text(first.url)
    }
    case 'ask':
      return (
        <>
          {text(node.text)} {t('flows.body.keeps')} {variable(node.var)}
        </>
      )
    case 'menu':
      return text(node.text)
    case 'if':
      return node.tests.map(({ l, op, r }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tests have no name
        <span key={at}>
          {at > 0 && ` ${t(node.mode === 'all' ? 'flows.body.and' : 'flows.body.or')} `}
          {text(l)} {t(`flows.op.${op}`)} {op !== 'empty' && op !== 'filled' && <VariableText text={r} names={names} />}
        </span>
      ))
    case 'split':
      return node.arms.map(({ k }) => exitName(t, node, k)).join(', ')
    case 'delay':
      return t('flows.body.seconds', { count: node.sec })
    case 'set':
      return node.values.map(({ var: name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: values have no name
        <span key={at}>
          {at > 0 && ', '}
          {variable(name)} = <VariableText text={value} names={names} />
        </span>
      ))
    case 'http':
      return (
        <>
          {node.method} {text(node.url.replace(/^https?:\/\/[^/]*/, '…'))}
        </>
      )
    case 'hours':
      if (node.whose === 'company') return t('flows.pane.companyHours')
      if (node.queueId === null) return t('flows.pane.sameQueue')
      return <QueueName queue={company.queue(node.queueId)} />
    case 'ai':
      return (
        <>
          {text(node.question)} {t('flows.body.keeps')} {variable(node.var)}
        </>
      )
    case 'goto':
      return node.integrationId === null ? text('') : company.integrationName(node.integrationId)
    case 'tag':
      return (
        [
          ...node.add.map((id) => `+ ${company.tagName(id)}`),
          ...node.remove.map((id) => `− ${company.tagName(id)}`),
        ].join(', ') || text('')
      )
    case 'transfer':
      return (
        <>
          {node.queueId !== null && <QueueName queue={company.queue(node.queueId)} />}{' '}
          {node.userId === null ? t('flows.pane.anybody').toLowerCase() : company.personName(node.userId)}
        </>
      )
    case 'end':
      return node.text.trim() === '' ? t(node.close ? 'flows.body.closes' : 'flows.body.leaves') : text(node.text)
  }
}

function QueueName({ queue }: { queue: ReturnType<Company['queue']> }) {
  const t = useText()
  return queue ? <QueueChip queue={queue} /> : t('flows.unknown')
}
