import { Copy, Trash2 } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import type { Problem } from '../../../src/features/flows/check'
import { exitsOf, type FlowNode, type NodeKind, targetOf } from '../../../src/features/flows/format/contract'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import type { Company } from './company'
import { changeNode, connect, inOrder } from './edit'
import { Count, Line } from './fields'
import { kinds } from './kinds'
import { namesIn } from './NodeCard'
import { AiFields } from './nodes/AiFields'
import { AskFields } from './nodes/AskFields'
import { DelayFields } from './nodes/DelayFields'
import { EndFields } from './nodes/EndFields'
import type { FieldsProps } from './nodes/FieldsProps'
import { GotoFields } from './nodes/GotoFields'
import { HoursFields } from './nodes/HoursFields'
import { HttpFields } from './nodes/HttpFields'
import { IfFields } from './nodes/IfFields'
import { MenuFields } from './nodes/MenuFields'
import { SayFields } from './nodes/SayFields'
import { SetFields } from './nodes/SetFields'
import { SplitFields } from './nodes/SplitFields'
import { TagFields } from './nodes/TagFields'
import { TransferFields } from './nodes/TransferFields'
import type { Draft } from './useDraft'
import { exitName, nodeName } from './words'

/** Where Enter and C lead from a node. */
export const FIRST_FIELD = '.flow-pane .flow-fields :is(input, select, textarea, [contenteditable])'
export const FIRST_EXIT = '.flow-pane .flow-pairs select'

type Props = {
  draft: Draft
  company: Company
  problems: readonly Problem[]
  chosen: string | null
  duplicate(id: string): void
  remove(id: string): void
  /** Values of the trial conversation. */
  vars: Readonly<Record<string, string>> | null
  /** Without its head, within the list. */
  isBare?: boolean
  onGo(id: string): void
}

/** Edits the chosen node. */
export function Inspector(props: Props) {
  const { draft, company, chosen, duplicate, remove, vars, isBare = false, onGo } = props
  const t = useText()
  const { flow } = draft
  const node = chosen === null ? undefined : flow.nodes[chosen]
  if (chosen === null || !node) return <p className="p-4 text-sm text-muted">{t('flows.pane.none')}</p>
  const { color, icon: Icon } = kinds[node.t]
  const change = (next: FlowNode, field: string) => draft.change(changeNode(flow, chosen, next), `${chosen} ${field}`)
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onGo(chosen)
  }
  const exits = exitsOf(node)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back to the node
    <div onKeyDown={leave} key={chosen}>
      {!isBare && (
        <div className="pane-head border-b-0!" style={{ '--c': color } as CSSProperties}>
          <h2 className="node-head">
            <Icon />
            <span className="truncate min-w-0">{t(`flows.kind.${node.t}`)}</span>
          </h2>
          {node.t !== 'start' && (
            <>
              <IconButton label={t('flows.pane.duplicate')} onClick={() => duplicate(chosen)}>
                <Copy />
              </IconButton>
              <IconButton label={t('flows.pane.remove')} onClick={() => remove(chosen)}>
                <Trash2 />
              </IconButton>
            </>
          )}
        </div>
      )}
      <div className="flow-fields">
        <Line
          label={t('flows.pane.name')}
          value={node.name}
          max={60}
          onChange={(name) => change({ ...node, name }, 'name')}
        />
        <Fields {...{ node, draft, company, change }} names={namesIn(flow)} />
        {exits.length > 0 && (
          <fieldset className="field">
            <legend className="mb-1 text-sm font-medium">{t('flows.pane.exits')}</legend>
            <div className="flow-pairs">
              {exits.map((exit) => (
                <div key={exit} className="contents">
                  <span className="truncate" title={exitName(t, node, exit)}>
                    {exitName(t, node, exit)}
                  </span>
                  <select
                    className="select select-sm min-w-0"
                    aria-label={exitName(t, node, exit)}
                    value={targetOf(flow, chosen, exit) ?? ''}
                    onChange={({ target }) => draft.change(connect(flow, chosen, exit, target.value || null))}
                  >
                    <option value="">{t('flows.pane.nowhere')}</option>
                    {inOrder(flow).flatMap((id) => {
                      const other = flow.nodes[id]
                      if (!other || id === chosen || other.t === 'start') return []
                      return [
                        <option key={id} value={id}>
                          {nodeName(t, other)}
                        </option>,
                      ]
                    })}
                  </select>
                </div>
              ))}
            </div>
          </fieldset>
        )}
        {node.t === 'start' && (
          <Count
            label={t('flows.pane.idle')}
            value={flow.limits.idleMin}
            least={0}
            most={10_080}
            onChange={(idleMin) => draft.change({ ...flow, limits: { ...flow.limits, idleMin } }, 'idle')}
          />
        )}
        {vars && Object.keys(vars).length > 0 && (
          <div>
            <h3 className="mb-1 text-sm font-medium">{t('flows.pane.variables')}</h3>
            <dl className="flow-pairs">
              {Object.entries(vars).map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="truncate">
                    <span className="var">{name}</span>
                  </dt>
                  <dd className="mono truncate text-right">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </div>
  )
}

function Fields({ node, ...rest }: FieldsProps<NodeKind>) {
  switch (node.t) {
    case 'start':
      return null
    case 'say':
      return <SayFields node={node} {...rest} />
    case 'ask':
      return <AskFields node={node} {...rest} />
    case 'menu':
      return <MenuFields node={node} {...rest} />
    case 'if':
      return <IfFields node={node} {...rest} />
    case 'split':
      return <SplitFields node={node} {...rest} />
    case 'delay':
      return <DelayFields node={node} {...rest} />
    case 'set':
      return <SetFields node={node} {...rest} />
    case 'http':
      return <HttpFields node={node} {...rest} />
    case 'hours':
      return <HoursFields node={node} {...rest} />
    case 'ai':
      return <AiFields node={node} {...rest} />
    case 'goto':
      return <GotoFields node={node} {...rest} />
    case 'tag':
      return <TagFields node={node} {...rest} />
    case 'transfer':
      return <TransferFields node={node} {...rest} />
    case 'end':
      return <EndFields node={node} {...rest} />
  }
}
