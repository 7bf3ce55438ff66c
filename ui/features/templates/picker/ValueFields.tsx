import { useState } from 'react'
import { capabilitiesOf } from '../../../../src/channels/capabilities'
import type { Template } from '../../../../src/channels/templates/contract'
import { isFileSlot, type Slot, slotsOf, type ValueFault } from '../../../../src/channels/templates/filling/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { FileBox } from '../../../shared/form/FileBox'
import { useText } from '../../../shared/i18n/useText'
import { Field, FieldError } from '../../../shared/kit/Field'
import { contactName } from '../../contacts/names'
import { titleOf } from '../spec'
import { TemplateNotes } from '../TemplateNotes'
import type { Filling } from './useFilling'

type Props = { template: Template; ticket: TicketSummary; filling: Filling; labels: readonly string[] }

/** One field for each variable, with what often stands there. */
export function ValueFields({ template, ticket, filling, labels }: Props) {
  const t = useText()
  const name = contactName(ticket)
  const faults = useFaultWords()
  const slots = slotsOf(template)
  const examples = [template.examples.header, ...template.examples.body, ...template.examples.buttons]
  const offset = slots[0]?.part === 'header' ? 0 : 1
  return (
    <div className="grid content-start gap-4 px-6 py-4 max-md:px-4">
      <div>
        <h3 className="font-semibold">{titleOf(template.name)}</h3>
        <p className="text-xs text-faint">{template.language.replace('_', '-')}</p>
        <TemplateNotes template={template} />
      </div>
      {slots.map((slot, at) => {
        const fault = filling.isShown(at) ? filling.faults?.slots[at] : null
        if (isFileSlot(slot))
          return (
            <HeaderFile
              key="header"
              slot={slot}
              at={at}
              filling={filling}
              label={labels[at] ?? ''}
              error={fault ? faults(fault) : undefined}
            />
          )
        return (
          <Field key={`${slot.part}.${slot.index}`} label={labels[at]} error={fault && faults(fault)}>
            {(control) => (
              <>
                <input
                  {...control}
                  className="input"
                  autoComplete="off"
                  value={filling.values[at] ?? ''}
                  placeholder={examples[at + offset] ?? ''}
                  onChange={({ target }) => filling.fill(at, target.value)}
                  onBlur={() => filling.leave(at)}
                />
                {slot.kind === 'text' && filling.values[at] === '' && (
                  <Suggestions values={suggestionsFor(ticket, name)} onFill={(value) => filling.fill(at, value)} />
                )}
              </>
            )}
          </Field>
        )
      })}
      {filling.faults?.isTooLong && <FieldError>{t('templates.pick.tooLong')}</FieldError>}
      <p className="text-xs text-faint">{t('templates.pick.after', { name })}</p>
    </div>
  )
}

function useFaultWords(): (fault: ValueFault) => string {
  const t = useText()
  return (fault) => t(fault === 'file' ? 'templates.pick.wrongFile' : `templates.pick.${fault}`)
}

const accepted = { image: 'image/jpeg,image/png', video: 'video/mp4,video/3gpp', document: '' } as const

type FileProps = {
  slot: Slot
  at: number
  filling: Filling
  label: string
  error: string | undefined
}

/** A file from here, or the address of one. */
function HeaderFile({ slot, at, filling, label, error }: FileProps) {
  const t = useText()
  const [refusal, setRefusal] = useState<string>()
  const kind = slot.kind === 'image' || slot.kind === 'video' ? slot.kind : 'document'
  const take = (file: File | null) => {
    setRefusal(undefined)
    filling.attach(file)
  }
  return (
    <div className="grid gap-2">
      {filling.values[at] === '' && (
        <FileBox
          label={label}
          hint={t('templates.pick.fileHint')}
          maxBytes={capabilitiesOf('whatsapp_cloud').files[kind]?.bytes ?? 0}
          accept={accepted[kind]}
          shown={filling.file}
          error={refusal ?? error}
          onChange={take}
          onRefuse={setRefusal}
        />
      )}
      {!filling.file && (
        <Field label={t('templates.pick.fileAddress')} error={filling.values[at] === '' ? undefined : error}>
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              value={filling.values[at] ?? ''}
              onChange={({ target }) => filling.fill(at, target.value)}
              onBlur={() => filling.leave(at)}
            />
          )}
        </Field>
      )}
    </div>
  )
}

/** Without those that nobody has given. */
function suggestionsFor(ticket: TicketSummary, name: string): readonly string[] {
  const [first = ''] = name.split(' ')
  return [...new Set([first, name, ticket.code, ticket.user?.name ?? ''])].filter((one) => one !== '')
}

function Suggestions({ values, onFill }: { values: readonly string[]; onFill(value: string): void }) {
  const t = useText()
  return (
    <span className="flex flex-wrap gap-1">
      {values.map((value) => (
        <button
          key={value}
          type="button"
          className="var-add"
          tabIndex={-1}
          aria-label={t('templates.pick.fill', { value })}
          // Keeps the focus in the field, which Tab leaves for the next one.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFill(value)}
        >
          {value}
        </button>
      ))}
    </span>
  )
}
