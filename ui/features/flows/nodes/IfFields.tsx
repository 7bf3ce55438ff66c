import { Trash2 } from 'lucide-react'
import { comparisons } from '../../../../src/features/flows/format/contract'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { IconButton } from '../../../shared/kit/IconButton'
import { Segment } from '../../../shared/kit/Segment'
import { Bare, Value } from '../fields'
import type { FieldsProps } from './FieldsProps'

export function IfFields({ node, names, change }: FieldsProps<'if'>) {
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
      {node.tests.map((test, at) => {
        const number = at + 1
        const put = (next: typeof test) =>
          change({ ...node, tests: node.tests.map((one, n) => (n === at ? next : one)) }, `test ${at}`)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: tests have no name of their own
          <div key={at} className="grid gap-1.5">
            <Value
              label={t('flows.pane.left', { number })}
              value={test.l}
              names={names}
              max={200}
              placeholder={t('flows.pane.chooseVariable')}
              onChange={(l) => put({ ...test, l })}
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
            <div className="flow-row grid-cols-[minmax(0,1fr)_2rem]">
              {test.op === 'empty' || test.op === 'filled' ? (
                <span />
              ) : test.op === 'matches' ? (
                <Bare
                  label={t('flows.pane.right', { number })}
                  value={test.r}
                  max={200}
                  placeholder={String.raw`^[A-Z]{3}-?\d{4}$`}
                  onChange={(r) => put({ ...test, r })}
                />
              ) : (
                <Value
                  label={t('flows.pane.right', { number })}
                  value={test.r}
                  names={names}
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
