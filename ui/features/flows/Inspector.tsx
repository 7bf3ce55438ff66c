import { Copy, Trash2 } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import type { Problem } from '../../../src/features/flows/check'
import {
  answerKinds,
  comparisons,
  exitsOf,
  type FlowNode,
  fileKinds,
  httpMethods,
  MOST_EXITS,
  type NodeKind,
  type NodeOf,
  type Part,
  targetOf,
} from '../../../src/features/flows/format/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { IdSelect } from '../../shared/kit/IdSelect'
import { Segment } from '../../shared/kit/Segment'
import { Toggle } from '../../shared/kit/Toggle'
import { toast } from '../../shared/kit/toast'
import { addFile, setSecret } from './api'
import type { Company } from './company'
import { changeNode, connect, duplicateNode, type Heights, inOrder, nextKey } from './edit'
import { asVariable, Bare, Choice, Count, Line, Lines, Rows, Ticks, Words } from './fields'
import { kinds } from './kinds'
import { namesIn } from './NodeCard'
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
  remove(id: string): void
  heights: Heights
  /** Values of the trial conversation. */
  vars: Readonly<Record<string, string>> | null
  /** Without its head, within the list. */
  isBare?: boolean
  onGo(id: string): void
}

/** Edits the chosen node. */
export function Inspector(props: Props) {
  const { draft, company, chosen, remove, heights, vars, isBare = false, onGo } = props
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
            <span className="truncate">{t(`flows.kind.${node.t}`)}</span>
          </h2>
          {node.t !== 'start' && (
            <>
              <IconButton
                label={t('flows.pane.duplicate')}
                onClick={() => {
                  const added = duplicateNode(flow, chosen, heights)
                  draft.change(added.flow)
                  onGo(added.id)
                }}
              >
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

type FieldsProps<K extends NodeKind> = {
  node: NodeOf<K>
  draft: Draft
  company: Company
  names: readonly string[]
  change(next: FlowNode, field: string): void
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
    case 'tag':
      return <TagFields node={node} {...rest} />
    case 'transfer':
      return <TransferFields node={node} {...rest} />
    case 'end':
      return <EndFields node={node} {...rest} />
  }
}

function SayFields({ node, draft, company, names, change }: FieldsProps<'say'>) {
  const t = useText()
  const { parts } = node
  const put = (at: number, part: Part | null) =>
    change(
      {
        ...node,
        parts: part === null ? parts.filter((_, n) => n !== at) : parts.map((one, n) => (n === at ? part : one)),
      },
      `part ${at}`,
    )
  const upload = async (file: File) => {
    const stored = await addFile(draft.id, file)
    draft.add({ files: [...draft.stored.files, stored] })
    const as = (['image', 'video', 'audio'] as const).find((one) => stored.mimetype.startsWith(one)) ?? 'document'
    change({ ...node, parts: [...parts, { file: stored.id, as, caption: '' }] }, 'file')
  }
  const ways = fileKinds.map((id) => ({ id, label: t(`flows.as.${id}`) }))
  return (
    <>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name of their own
        <div key={at} className="flow-part">
          {'text' in part ? (
            <Words
              label={t('flows.pane.message', { number: at + 1 })}
              value={part.text}
              names={names}
              onChange={(text) => put(at, { text })}
            />
          ) : (
            <>
              {'file' in part ? (
                <p className="truncate text-sm font-medium">{company.fileName(part.file) ?? t('flows.unknown')}</p>
              ) : (
                <Line
                  label={t('flows.pane.address')}
                  value={part.url}
                  max={2000}
                  onChange={(url) => put(at, { ...part, url })}
                />
              )}
              <Choice
                label={t('flows.pane.sentAs')}
                value={part.as}
                options={ways}
                onChange={(as) => put(at, { ...part, as })}
              />
              <Line
                label={t('flows.pane.caption')}
                value={part.caption}
                max={1000}
                onChange={(caption) => put(at, { ...part, caption })}
              />
            </>
          )}
          <Button size="xs" tone="ghost" className="justify-self-start" icon={<Trash2 />} onClick={() => put(at, null)}>
            {t('flows.pane.removePart')}
          </Button>
        </div>
      ))}
      {parts.length < 10 && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" tone="plain" onClick={() => change({ ...node, parts: [...parts, { text: '' }] }, 'add')}>
            {t('flows.pane.addText')}
          </Button>
          <label className="btn btn-sm btn-plain">
            {t('flows.pane.addFile')}
            <input
              type="file"
              className="sr-only"
              onChange={({ target }) => {
                const [file] = target.files ?? []
                target.value = ''
                if (file) upload(file).catch((error: unknown) => toast.failure(error))
              }}
            />
          </label>
          <Button
            size="sm"
            tone="plain"
            onClick={() => change({ ...node, parts: [...parts, { url: 'https://', as: 'image', caption: '' }] }, 'add')}
          >
            {t('flows.pane.addLink')}
          </Button>
        </div>
      )}
    </>
  )
}

function AskFields({ node, names, change }: FieldsProps<'ask'>) {
  const t = useText()
  const kindsOfAnswer = answerKinds.map((id) => ({ id, label: t(`flows.answer.${id}`) }))
  return (
    <>
      <Words
        label={t('flows.pane.question')}
        value={node.text}
        names={names}
        onChange={(text) => change({ ...node, text }, 'text')}
      />
      <Line
        label={t('flows.pane.keepsIn')}
        hint={t('flows.pane.keepsInHint')}
        value={node.var}
        max={40}
        onChange={(typed) => change({ ...node, var: asVariable(typed) }, 'var')}
      />
      <Choice
        label={t('flows.pane.accepts')}
        value={node.as}
        options={kindsOfAnswer}
        onChange={(as) => change({ ...node, as }, 'as')}
      />
      <RetryFields node={node} names={names} change={change} />
    </>
  )
}

function RetryFields({ node, names, change }: Pick<FieldsProps<'ask' | 'menu'>, 'node' | 'names' | 'change'>) {
  const t = useText()
  const { again } = node
  return (
    <>
      <Words
        label={t('flows.pane.again')}
        value={again.text}
        names={names}
        onChange={(text) => change({ ...node, again: { ...again, text } }, 'again')}
      />
      <Count
        label={t('flows.pane.tries')}
        value={again.max}
        least={1}
        most={10}
        onChange={(max) => change({ ...node, again: { ...again, max } }, 'max')}
      />
      <Count
        label={t('flows.pane.timeout')}
        value={node.timeoutMin}
        least={0}
        most={1440}
        onChange={(timeoutMin) => change({ ...node, timeoutMin }, 'timeout')}
      />
    </>
  )
}

function MenuFields({ node, names, change }: FieldsProps<'menu'>) {
  const t = useText()
  return (
    <>
      <Words
        label={t('flows.pane.text')}
        value={node.text}
        names={names}
        onChange={(text) => change({ ...node, text }, 'text')}
      />
      <Rows
        isOneColumn
        label={t('flows.pane.options')}
        rows={node.items}
        least={1}
        most={MOST_EXITS}
        blank={() => ({ k: nextKey(node.items.map(({ k }) => k)), label: '' })}
        onChange={(items) => change({ ...node, items }, 'items')}
        addLabel={t('flows.pane.addOption')}
        removeLabel={(number) => t('flows.pane.removeOption', { number })}
        render={(item, number, put) => (
          <Bare
            label={t('flows.pane.option', { number })}
            value={item.label}
            max={60}
            onChange={(label) => put({ ...item, label })}
          />
        )}
      />
      <RetryFields node={node} names={names} change={change} />
    </>
  )
}

function IfFields({ node, names, change }: FieldsProps<'if'>) {
  const t = useText()
  return (
    <>
      <div className="field">
        <span className="text-sm font-medium">{t('flows.pane.yesWhen')}</span>
        <Segment
          className="justify-self-start"
          label={t('flows.pane.yesWhen')}
          items={[
            { id: 'all', label: t('flows.pane.all') },
            { id: 'any', label: t('flows.pane.any') },
          ]}
          value={node.mode}
          onChange={(mode) => change({ ...node, mode }, 'mode')}
        />
      </div>
      <datalist id="flow-names">
        {names.map((name) => (
          <option key={name} value={`{{${name}}}`} />
        ))}
      </datalist>
      {node.tests.map((test, at) => {
        const number = at + 1
        const put = (next: typeof test) =>
          change({ ...node, tests: node.tests.map((one, n) => (n === at ? next : one)) }, `test ${at}`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: tests have no name of their own
          <div key={at} className="grid gap-1.5">
            <input
              className="input"
              list="flow-names"
              aria-label={t('flows.pane.left', { number })}
              value={test.l}
              maxLength={200}
              placeholder="{{…}}"
              onChange={({ target }) => put({ ...test, l: target.value })}
            />
            <select
              className="select"
              aria-label={t('flows.pane.comparison', { number })}
              value={test.op}
              onChange={({ target }) => put({ ...test, op: comparisons.find((op) => op === target.value) ?? 'eq' })}
            >
              {comparisons.map((op) => (
                <option key={op} value={op}>
                  {t(`flows.op.${op}`)}
                </option>
              ))}
            </select>
            <div className="flow-row flow-row-one">
              {test.op === 'empty' || test.op === 'filled' ? (
                <span />
              ) : (
                <Bare
                  label={t('flows.pane.right', { number })}
                  value={test.r}
                  max={200}
                  onChange={(r) => put({ ...test, r })}
                />
              )}
              <IconButton
                label={t('flows.pane.removeTest', { number })}
                disabled={node.tests.length === 1}
                onClick={() => change({ ...node, tests: node.tests.filter((_, n) => n !== at) }, 'tests')}
              >
                <Trash2 />
              </IconButton>
            </div>
          </div>
        )
      })}
      {node.tests.length < 10 && (
        <Button
          size="sm"
          tone="ghost"
          className="-ml-2.5 justify-self-start text-primary-ink"
          onClick={() => change({ ...node, tests: [...node.tests, { l: '', op: 'eq', r: '' }] }, 'tests')}
        >
          {t('flows.pane.addTest')}
        </Button>
      )}
    </>
  )
}

function SplitFields({ node, change }: FieldsProps<'split'>) {
  const t = useText()
  return (
    <Rows
      isOneColumn
      label={t('flows.pane.shares')}
      rows={node.arms}
      least={1}
      most={MOST_EXITS}
      blank={() => ({ k: nextKey(node.arms.map(({ k }) => k)), w: 10 })}
      onChange={(arms) => change({ ...node, arms }, 'arms')}
      addLabel={t('flows.pane.addShare')}
      removeLabel={(number) => t('flows.pane.removeShare', { number })}
      render={(arm, number, put) => (
        <input
          className="input nums"
          type="number"
          min={0}
          max={1000}
          aria-label={t('flows.pane.share', { number })}
          value={arm.w}
          onChange={({ target }) =>
            put({ ...arm, w: Math.min(1000, Math.max(0, Math.round(Number(target.value)) || 0)) })
          }
        />
      )}
    />
  )
}

function DelayFields({ node, change }: FieldsProps<'delay'>) {
  const t = useText()
  return (
    <Count
      label={t('flows.pane.seconds')}
      hint={t('flows.pane.secondsHint')}
      value={node.sec}
      least={1}
      most={86_400}
      onChange={(sec) => change({ ...node, sec }, 'sec')}
    />
  )
}

function SetFields({ node, change }: FieldsProps<'set'>) {
  const t = useText()
  return (
    <Rows
      label={t('flows.pane.variables')}
      rows={node.values}
      least={1}
      most={10}
      blank={() => ({ var: '', value: '' })}
      onChange={(values) => change({ ...node, values }, 'values')}
      addLabel={t('flows.pane.addVariable')}
      removeLabel={(number) => t('flows.pane.removeVariable', { number })}
      render={(one, number, put) => (
        <>
          <Bare
            label={t('flows.pane.variable', { number })}
            value={one.var}
            max={40}
            onChange={(typed) => put({ ...one, var: asVariable(typed) })}
          />
          <Bare
            label={t('flows.pane.value', { number })}
            value={one.value}
            max={4000}
            onChange={(value) => put({ ...one, value })}
          />
        </>
      )}
    />
  )
}

function HttpFields({ node, draft, change }: FieldsProps<'http'>) {
  const t = useText()
  return (
    <>
      <Choice
        label={t('flows.pane.method')}
        value={node.method}
        options={httpMethods.map((id) => ({ id, label: id }))}
        onChange={(method) => change({ ...node, method }, 'method')}
      />
      <Lines
        label={t('flows.pane.address')}
        value={node.url}
        max={2000}
        onChange={(url) => change({ ...node, url }, 'url')}
      />
      <Rows
        label={t('flows.pane.headers')}
        rows={node.headers}
        most={20}
        blank={() => ({ name: '', value: '' })}
        onChange={(headers) => change({ ...node, headers }, 'headers')}
        addLabel={t('flows.pane.addHeader')}
        removeLabel={(number) => t('flows.pane.removeHeader', { number })}
        render={(one, number, put) => (
          <>
            <Bare
              label={t('flows.pane.headerName', { number })}
              value={one.name}
              max={100}
              onChange={(name) => put({ ...one, name })}
            />
            <Bare
              label={t('flows.pane.headerValue', { number })}
              value={one.value}
              max={1000}
              onChange={(value) => put({ ...one, value })}
            />
          </>
        )}
      />
      {node.method !== 'GET' && (
        <Lines
          label={t('flows.pane.body')}
          value={node.body}
          max={10_000}
          onChange={(body) => change({ ...node, body }, 'body')}
        />
      )}
      <Rows
        label={t('flows.pane.map')}
        rows={node.map}
        most={20}
        blank={() => ({ path: '', var: '' })}
        onChange={(map) => change({ ...node, map }, 'map')}
        addLabel={t('flows.pane.addPath')}
        removeLabel={(number) => t('flows.pane.removePath', { number })}
        render={(one, number, put) => (
          <>
            <Bare
              label={t('flows.pane.path', { number })}
              placeholder="data.id"
              value={one.path}
              max={200}
              onChange={(path) => put({ ...one, path })}
            />
            <Bare
              label={t('flows.pane.variable', { number })}
              value={one.var}
              max={40}
              onChange={(typed) => put({ ...one, var: asVariable(typed) })}
            />
          </>
        )}
      />
      <Lines
        label={t('flows.pane.example')}
        hint={t('flows.pane.exampleHint')}
        value={node.example}
        max={10_000}
        onChange={(example) => change({ ...node, example }, 'example')}
      />
      <Secrets draft={draft} />
    </>
  )
}

function Secrets({ draft }: { draft: Draft }) {
  const t = useText()
  const [name, setName] = useState('')
  const [value, setValue] = useState('')
  const store = async (of: string, to: string) => {
    try {
      draft.add(await setSecret(draft.id, { name: of, value: to }))
      setName('')
      setValue('')
    } catch (error) {
      toast.failure(error)
    }
  }
  return (
    <fieldset className="field">
      <legend className="mb-1 text-sm font-medium">{t('flows.pane.secrets')}</legend>
      {draft.stored.secrets.map((one) => (
        <div key={one} className="flow-row flow-row-one">
          <span className="var justify-self-start">secret.{one}</span>
          <IconButton label={t('flows.pane.removeSecret', { name: one })} onClick={() => void store(one, '')}>
            <Trash2 />
          </IconButton>
        </div>
      ))}
      <div className="grid grid-cols-2 gap-1.5">
        <Bare
          label={t('flows.pane.secretName')}
          placeholder={t('flows.pane.name')}
          value={name}
          max={30}
          onChange={(typed) => setName(typed.replace(/\W/g, ''))}
        />
        <input
          className="input min-w-0"
          type="password"
          autoComplete="new-password"
          aria-label={t('flows.pane.secretValue')}
          value={value}
          maxLength={1000}
          onChange={({ target }) => setValue(target.value)}
        />
      </div>
      <Button
        size="sm"
        tone="plain"
        className="justify-self-start"
        disabled={name === '' || value === ''}
        onClick={() => void store(name, value)}
      >
        {t('flows.pane.saveSecret')}
      </Button>
      <small>{t('flows.pane.secretsHint', { example: '{{secret.erp}}' })}</small>
    </fieldset>
  )
}

function TagFields({ node, company, change }: FieldsProps<'tag'>) {
  const t = useText()
  return (
    <>
      <Ticks
        label={t('flows.pane.add')}
        options={company.tags}
        value={node.add}
        onChange={(add) => change({ ...node, add }, 'add')}
      />
      <Ticks
        label={t('flows.pane.take')}
        options={company.tags}
        value={node.remove}
        onChange={(remove) => change({ ...node, remove }, 'remove')}
      />
    </>
  )
}

function TransferFields({ node, company, names, change }: FieldsProps<'transfer'>) {
  const t = useText()
  return (
    <>
      <IdSelect
        label={t('flows.pane.queue')}
        none={t('flows.pane.sameQueue')}
        options={company.queues}
        value={node.queueId}
        onChange={(queueId) => change({ ...node, queueId }, 'queue')}
      />
      <IdSelect
        label={t('flows.pane.person')}
        none={t('flows.pane.anybody')}
        options={company.people}
        value={node.userId}
        onChange={(userId) => change({ ...node, userId }, 'person')}
      />
      <Words
        label={t('flows.pane.note')}
        value={node.note}
        names={names}
        max={1000}
        onChange={(note) => change({ ...node, note }, 'note')}
      />
    </>
  )
}

function EndFields({ node, names, change }: FieldsProps<'end'>) {
  const t = useText()
  return (
    <>
      <label className="flex items-center gap-2 text-sm" htmlFor="flow-closes">
        <Toggle id="flow-closes" checked={node.close} onChange={(close) => change({ ...node, close }, 'close')} />
        {t('flows.pane.closes')}
      </label>
      <Words
        label={t('flows.pane.lastWords')}
        value={node.text}
        names={names}
        onChange={(text) => change({ ...node, text }, 'text')}
      />
    </>
  )
}
