import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react'
import * as v from 'valibot'
import { AUTOMATIC_TEXT_LENGTH } from '../../../../src/platform/formats'
import { QUEUE_FILE_LIMIT } from '../../../../src/queues/contract'
import { OPTION_TITLE_LENGTH, optionTypes, SavedOption } from '../../../../src/queues/options/contract'
import { FileField } from '../../../shared/form/FileField'
import { FormField } from '../../../shared/form/FormField'
import { SelectField } from '../../../shared/form/SelectField'
import { useForm } from '../../../shared/form/useForm'
import { VariablesField } from '../../../shared/form/VariablesField'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { FieldError } from '../../../shared/kit/Field'
import { Segment } from '../../../shared/kit/Segment'
import { mayHaveChildren, type OptionRow, type RowFault, type TreeNames } from './outline'
import { kindIcons } from './TreeRow'

const OptionValues = v.object({
  ...v.omit(SavedOption, ['id', 'parentId']).entries,
  file: v.optional(v.nullable(v.instance(File))),
})

type Props = {
  row: OptionRow
  digit: number
  names: TreeNames
  fault: RowFault | undefined
  onChange(row: OptionRow): void
  onDone(): void
  onCancel(): void
  /** Escape. */
  onLeave(): void
  onDelete(): void
}

/** A row of the tree, edited in place: the phone beside it shows the result immediately. */
export function OptionForm({ row, digit, names, fault, onChange, onDone, onCancel, onLeave, onDelete }: Props) {
  const t = useText()
  const form = useForm(OptionValues, {
    title: row.title,
    message: row.message,
    optionType: row.optionType,
    targetQueueId: row.targetQueueId,
    targetUserId: row.targetUserId,
    file: row.file,
  })
  const values = form.watch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typed text changes the row
  useEffect(() => {
    const { title, message, optionType, targetQueueId, targetUserId, file } = values
    const now = { ...row, title, message, optionType, targetQueueId, targetUserId, file }
    if (Object.entries(now).some(([name, value]) => Reflect.get(row, name) !== value)) onChange(now)
  }, [values])
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const type = values.optionType
  const keys = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLElement && event.target.isContentEditable
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !isText) {
      event.preventDefault()
      onDone()
    }
    if (event.key === 'Escape') {
      event.stopPropagation() // the dialog stays open
      event.preventDefault()
      onLeave()
    }
  }
  return (
    <fieldset
      ref={box}
      className="twig-edit mt-1 mr-0 mb-2 ml-[calc()0.25rem] py-3.5 px-4 rounded-box bg-base-200 shadow-[inset_0_0_0_1px_var(--line)] grid gap-3"
      aria-label={t('bot.edit.of', { option: digit, title: row.title })}
      style={{ '--level': row.level } as CSSProperties}
      data-row={row.id}
      onKeyDown={keys}
    >
      <div className="twig-first grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3 max-md:grid-cols-[auto_minmax(0,1fr)]">
        <span className="digit">{digit}</span>
        <FormField
          form={form}
          name="title"
          label={t('bot.edit.title')}
          maxLength={OPTION_TITLE_LENGTH}
          autoComplete="off"
          autoFocus
        />
        <div className="field">
          <span className="text-sm font-medium" aria-hidden="true">
            {t('common.field.type')}
          </span>
          <Segment
            label={t('common.field.type')}
            items={optionTypes.map((id) => ({ id, label: <KindLabel kind={id} /> }))}
            value={type}
            onChange={(chosen) => form.setValue('optionType', chosen)}
          />
        </div>
      </div>
      {type === 'Fila' && (
        <SelectField
          form={form}
          name="targetQueueId"
          label={t('bot.edit.queue')}
          options={names.queues.map(({ id, name }) => ({ value: id, label: name }))}
          none={t('bot.edit.choose')}
        />
      )}
      {type === 'Atendente' && (
        <SelectField
          form={form}
          name="targetUserId"
          label={t('bot.edit.person')}
          options={names.people.map(({ id, name }) => ({ value: id, label: name }))}
          none={t('bot.tree.anybody', { queue: names.ownName })}
        />
      )}
      {type === 'Arquivo' && (
        <FileField
          form={form}
          name="file"
          label={t('common.field.file')}
          maxBytes={QUEUE_FILE_LIMIT}
          stored={row.stored ?? undefined}
        />
      )}
      <VariablesField
        form={form}
        name="message"
        label={type === 'Arquivo' ? t('bot.edit.caption') : t('common.field.message')}
        max={AUTOMATIC_TEXT_LENGTH}
        optional={type === 'Arquivo'}
      />
      {fault && <FieldError id={`option-${row.id}-fault`}>{t(`bot.fault.${fault}`)}</FieldError>}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" tone="ghost" className="-ml-2.5 text-error-ink" onClick={onDelete}>
          {t('common.act.delete')}
        </Button>
        <span className="text-xs text-muted">{mayHaveChildren(row) ? t('bot.edit.after') : t('bot.edit.away')}</span>
        <span className="ml-auto flex gap-2">
          <Button size="sm" tone="ghost" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button size="sm" onClick={onDone}>
            {t('bot.edit.done')}
          </Button>
        </span>
      </div>
    </fieldset>
  )
}

function KindLabel({ kind }: { kind: (typeof optionTypes)[number] }) {
  const t = useText()
  const Icon = kindIcons[kind]
  return (
    <span className="inline-flex items-center gap-1.5">
      <Icon className="size-3.5!" />
      {t(`bot.kind.${kind}`)}
    </span>
  )
}
