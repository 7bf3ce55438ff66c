/** What is wrong with a flow, and what may be. */
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { Problem, Warning } from '../../../src/features/flows/check'
import type { Flow } from '../../../src/features/flows/format/contract'
import type { Text } from '../../shared/i18n/translate'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Menu, MenuItem } from '../../shared/kit/Menu'
import { faultWords, nodeName } from './words'

type ProblemsProps = { problems: readonly Problem[]; flow: Flow; onChoose(id: string): void }

/** More are not shown at once. */
const MOST_LISTED = 20

function nameOf(t: Text, flow: Flow, id: string): string {
  const node = flow.nodes[id]
  return node ? nodeName(t, node) : id
}

type WarningsProps = Omit<ProblemsProps, 'problems'> & { warnings: readonly Warning[] }

export function Warnings({ warnings, flow, onChoose }: WarningsProps) {
  const t = useText()
  return (
    <Menu
      align="end"
      trigger={
        <Button tone="plain" className="text-warning-ink" icon={<TriangleAlert />}>
          {t('flows.warnings', { count: warnings.length })}
        </Button>
      }
    >
      {warnings.slice(0, MOST_LISTED).map(({ node, detail }) => (
        <MenuItem
          key={`${node} ${detail}`}
          icon={<TriangleAlert />}
          hint={nameOf(t, flow, node)}
          onSelect={() => onChoose(node)}
        >
          {t('flows.bareWord', { detail })}
        </MenuItem>
      ))}
    </Menu>
  )
}

export function Problems({ problems, flow, onChoose }: ProblemsProps) {
  const t = useText()
  return (
    <Menu
      align="end"
      trigger={
        <Button tone="plain" className="text-error-ink" icon={<CircleAlert />}>
          {t('flows.errors', { count: problems.length })}
        </Button>
      }
    >
      {problems.slice(0, MOST_LISTED).map((problem) => (
        <MenuItem
          key={`${problem.node} ${problem.fault} ${problem.detail}`}
          icon={<CircleAlert />}
          hint={nameOf(t, flow, problem.node)}
          onSelect={() => onChoose(problem.node)}
        >
          {faultWords(t, flow, problem)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** As text, for a question. */
export function WarningList({ warnings, flow }: Pick<WarningsProps, 'warnings' | 'flow'>) {
  const t = useText()
  return (
    <ul className="grid gap-1">
      {warnings.slice(0, MOST_LISTED).map(({ node, detail }) => (
        <li key={`${node} ${detail}`}>
          <b>{nameOf(t, flow, node)}</b>: {t('flows.bareWord', { detail })}
        </li>
      ))}
    </ul>
  )
}
