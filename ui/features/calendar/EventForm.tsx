import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as v from 'valibot'
import {
  type CalendarEvent,
  CreateEvent,
  EVENT_DESCRIPTION_LENGTH,
  EVENT_TITLE_LENGTH,
  repeatKinds,
} from '../../../src/features/calendar/contract'
import { type EntryTimes, laterBy } from '../../shared/calendar/spans'
import { DateField } from '../../shared/form/DateField'
import { DateRangeField } from '../../shared/form/DateRangeField'
import { DateTimeField } from '../../shared/form/DateTimeField'
import { FieldGroup } from '../../shared/form/FieldGroup'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { SelectField } from '../../shared/form/SelectField'
import { ToggleField } from '../../shared/form/ToggleField'
import { type Form, useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { addDays, localTime } from '../../shared/i18n/zoned'
import { Button } from '../../shared/kit/Button'
import { toast } from '../../shared/kit/toast'
import { useCrud } from '../../shared/live/useCrud'
import { useUser } from '../../shared/session/useUser'
import { Day } from '../../shared/table/view'
import { ContactPicker } from '../contacts/ContactPicker'
import { useContact } from '../contacts/useContact'
import { events } from './api'
import { daysOf, instantsOf, localTimes, wholeDays } from './times'
import { leadsOf, useLeadWords } from './useLeadWords'

/** The form keeps both times and whole days, and saves the visible ones. */
const FormSchema = v.pipe(
  v.object({
    title: CreateEvent.entries.title,
    description: v.pipe(v.string(), v.trim(), v.maxLength(EVENT_DESCRIPTION_LENGTH, 'form.text.long')),
    isAllDay: v.boolean(),
    start: v.nullable(v.string()),
    end: v.nullable(v.string()),
    from: v.nullable(Day),
    to: v.nullable(Day),
    repeat: v.nullable(v.picklist(repeatKinds)),
    until: v.nullable(Day),
    lead: v.nullable(v.number()),
    contactId: v.nullable(v.number()),
  }),
  v.forward(
    v.partialCheck([['isAllDay'], ['start']], ({ isAllDay, start }) => isAllDay || start !== null, 'form.required'),
    ['start'],
  ),
  v.forward(
    v.partialCheck([['isAllDay'], ['end']], ({ isAllDay, end }) => isAllDay || end !== null, 'form.required'),
    ['end'],
  ),
  v.forward(
    v.partialCheck(
      [['isAllDay'], ['start'], ['end']],
      ({ isAllDay, start, end }) => isAllDay || start === null || end === null || start < end,
      'form.time.reversed',
    ),
    ['end'],
  ),
  v.forward(
    v.partialCheck([['isAllDay'], ['from']], ({ isAllDay, from }) => !isAllDay || from !== null, 'form.required'),
    ['from'],
  ),
  v.forward(
    v.partialCheck(
      [['isAllDay'], ['from'], ['to']],
      ({ isAllDay, from, to }) => !isAllDay || (to !== null && (from === null || from <= to)),
      'form.import.reversed',
    ),
    ['to'],
  ),
  v.forward(
    v.partialCheck(
      [['isAllDay'], ['from'], ['repeat'], ['until']],
      ({ isAllDay, from, repeat, until }) => !isAllDay || !repeat || until === null || from === null || from <= until,
      'form.import.reversed',
    ),
    ['until'],
  ),
)
type Values = v.InferOutput<typeof FormSchema>

type Props = {
  /** A new event has `times`, and the texts of a copied one. */
  edited?: CalendarEvent | undefined
  copied?: CalendarEvent | undefined
  times: EntryTimes
  /** The contact of a new one. */
  contactId?: number | null
  onClose(): void
}

/** Creates or edits an event. */
export function EventForm({ edited, copied, times, contactId = null, onClose }: Props) {
  const t = useText()
  const { timeZone } = useUser().company
  const { create, update } = useCrud(events)
  const [before] = useState(() => ({
    ...valuesOf(edited ?? copied, times, timeZone),
    ...planOf(edited ?? copied, contactId),
  }))
  const form = useForm(FormSchema, before)
  const [isAllDay, repeat, lead] = useWatch({ control: form.control, name: ['isAllDay', 'repeat', 'lead'] })
  const leadWords = useLeadWords()
  useKeptLength(form, timeZone)

  async function save({ title, description, repeat, until, lead, contactId, ...wanted }: Values) {
    const chosen = timesOf(wanted, timeZone)
    if (!chosen) return
    const plan = { repeat: repeat && { kind: repeat, until }, remindLead: lead, contactId }
    const body = { title, description, ...chosen, ...plan }
    if (edited) await update(edited.id, body)
    else {
      const { title } = await create(body)
      if (contactId !== null) toast.success(t('events.created', { title }))
    }
    onClose()
  }
  return (
    <FormDialog
      form={form}
      title={t(edited ? 'events.form.edit' : 'events.form.create')}
      size="sm"
      action={t(edited ? 'common.save' : 'events.form.add')}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="title" label={t('events.form.title')} maxLength={EVENT_TITLE_LENGTH} />
      <ToggleField form={form} name="isAllDay" label={t('events.form.allDay')} />
      {isAllDay ? (
        <DateRangeField form={form} from="from" to="to" label={t('events.form.days')} />
      ) : (
        <>
          <DateTimeField form={form} name="start" label={t('events.form.start')} />
          <DateTimeField form={form} name="end" label={t('events.form.end')} />
        </>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="repeat"
          label={t('events.form.repeat')}
          none={t('events.form.once')}
          options={repeatKinds.map((value) => ({ value, label: t(`events.repeats.${value}`) }))}
        />
        {repeat && <DateField form={form} name="until" label={t('events.form.until')} />}
        <SelectField
          form={form}
          name="lead"
          label={t('events.form.remind')}
          none={t('events.form.noReminder')}
          options={leadsOf(isAllDay, lead).map((value) => ({ value, label: leadWords(value, isAllDay) }))}
        />
      </div>
      {edited?.repeat && <p className="text-xs text-faint">{t('events.form.series')}</p>}
      <ContactField form={form} />
      <FormField
        form={form}
        name="description"
        label={t('events.form.description')}
        lines={3}
        maxLength={EVENT_DESCRIPTION_LENGTH}
        optional
      />
    </FormDialog>
  )
}

function ContactField({ form }: { form: Form<Values, Values> }) {
  const t = useText()
  const about = useWatch({ control: form.control, name: 'contactId' })
  // The search takes the focus, so it appears on demand.
  const [isPicking, setPicking] = useState(false)
  const { data: contact = null } = useContact(about ?? 0, { enabled: about !== null })
  return (
    <FieldGroup label={t('events.form.about')} optional>
      {about === null && !isPicking ? (
        <Button className="justify-self-start" onClick={() => setPicking(true)}>
          {t('events.form.pick')}
        </Button>
      ) : (
        <ContactPicker
          contact={about === null ? null : contact}
          onChoose={(chosen) => form.setValue('contactId', chosen?.id ?? null, { shouldDirty: true })}
        />
      )}
    </FieldGroup>
  )
}

/** Moving the start moves the end. Switching to whole days takes the days of the times, and the reverse. */
function useKeptLength(form: Form<Values, Values>, timeZone: string) {
  const [start, from, isAllDay] = useWatch({ control: form.control, name: ['start', 'from', 'isAllDay'] })
  const before = useRef({ start, from, isAllDay })
  useEffect(() => {
    const last = before.current
    before.current = { start: start ?? last.start, from: from ?? last.from, isAllDay }
    const set = (values: Partial<Values>) => {
      for (const [name, value] of Object.entries(values))
        form.setValue(name as keyof Values, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted }) // the names of some of the values
    }
    const { end, to } = form.getValues()
    if (isAllDay !== last.isAllDay) {
      // The usual reminder of the one kind becomes that of the other.
      const [usual = null] = leadsOf(isAllDay, null)
      const lead = form.getValues('lead') === null ? null : usual
      return set({ lead, ...(isAllDay ? asDays({ start, end }, timeZone) : asHours({ from, start }, timeZone)) })
    }
    if (start && last.start && start !== last.start && end)
      set({ end: new Date(Date.parse(end) + Date.parse(start) - Date.parse(last.start)).toISOString() })
    if (from && last.from && from !== last.from && to) set({ to: addDays(to, daysBetween(last.from, from)) })
  }, [start, from, isAllDay, form, timeZone])
}

function asDays({ start, end }: Pick<Values, 'start' | 'end'>, timeZone: string): Partial<Values> {
  return start && end && start < end ? daysOf(localTimes({ start, end }, timeZone)) : {}
}

/** Keeps the hour of the start, with a length of an hour. */
function asHours({ from, start }: Pick<Values, 'from' | 'start'>, timeZone: string): Partial<Values> {
  const time = start ? localTime(start, timeZone).slice(11) : MORNING
  const begins = from ? `${from}T${time}` : null
  return (begins && instantsOf({ start: begins, end: laterBy(begins, 60) }, timeZone)) || {}
}

const MORNING = '09:00'
const daysBetween = (a: string, b: string) => (Date.parse(b) - Date.parse(a)) / 86_400_000

type PlanValues = Pick<Values, 'repeat' | 'until' | 'lead' | 'contactId'>
const planOf = (known: CalendarEvent | undefined, contactId: number | null): PlanValues => ({
  repeat: known?.repeat?.kind ?? null,
  until: known?.repeat?.until ?? null,
  lead: known?.remindLead ?? null,
  contactId: known?.contact?.id ?? contactId,
})

function valuesOf(
  known: CalendarEvent | undefined,
  times: EntryTimes,
  timeZone: string,
): Omit<Values, keyof PlanValues> {
  const { from, to } = daysOf(times)
  // Switching whole days to times sets the morning.
  const hours = times.isAllDay ? { start: `${from}T${MORNING}`, end: laterBy(`${from}T${MORNING}`, 60) } : times
  const instants = instantsOf(hours, timeZone)
  return {
    title: known?.title ?? '',
    description: known?.description ?? '',
    isAllDay: times.isAllDay,
    start: instants?.start ?? null,
    end: instants?.end ?? null,
    from,
    to,
  }
}

type TimeValues = Pick<Values, 'isAllDay' | 'start' | 'end' | 'from' | 'to'>
function timesOf({ isAllDay, start, end, from, to }: TimeValues, timeZone: string) {
  if (isAllDay) return from && to ? instantsOf(wholeDays(from, to), timeZone) : null
  return start && end ? { start, end } : null
}
