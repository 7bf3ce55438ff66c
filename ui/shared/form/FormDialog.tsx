import { type ReactNode, useId, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { errorText } from '../errorText'
import { useText } from '../i18n/useText'
import { Dialog } from '../kit/Dialog'
import { ErrorNote } from '../kit/ErrorNote'
import { TabPanel, Tabs } from '../kit/Tabs'
import { DiscardDialog } from './DiscardDialog'
import { FormFoot } from './FormFoot'
import { type Form, showFieldFailures } from './useForm'

/** A tab of a form; `fields` decides which tab opens on an error. */
export type FormTab<In extends FieldValues> = {
  readonly id: string
  readonly label: string
  readonly count?: number | undefined
  readonly fields: readonly Path<In>[]
  readonly content: ReactNode
}

type Props<In extends FieldValues, Out> = {
  form: Form<In, Out>
  title: string | ReactNode
  lead?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'xl'
  isChanged?: boolean
  /** Selector of the initially focused element; the first field by default. */
  firstStop?: string | undefined
  onInvalid?(): void
  /** The verb on the button that saves. */
  action: string
  /** Left of the buttons. */
  note?: ReactNode
  /** Saves and closes; errors it throws are shown in the dialog or beside their field. */
  onSave(values: Out): Promise<void>
  onClose(): void
  /** A message of its own for some of the server's refusals. */
  whyNot?(failure: unknown): string | undefined
  /** The fields. */
  children?: ReactNode
  /** The fields in tabs; a single tab is shown without its label. */
  tabs?: readonly FormTab<In>[]
}

/** A form in a dialog. Asks before unsaved changes are discarded. */
export function FormDialog<In extends FieldValues, Out>({
  form,
  title,
  lead,
  size = 'sm',
  isChanged = false,
  firstStop,
  onInvalid,
  action,
  note,
  onSave,
  onClose,
  whyNot,
  children,
  tabs = [],
}: Props<In, Out>) {
  const t = useText()
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const tab = tabs.find((one) => one.id === chosen) ?? tabs[0]
  const [failure, setFailure] = useState<unknown>(null)
  const [leaving, setLeaving] = useState(false)
  const { isSubmitting } = form.formState
  const isDirty = form.formState.isDirty || isChanged
  const isWide = size === 'xl'

  /** Opens the tab with the first error. */
  const openFaulty = (isFaulty: (field: Path<In>) => boolean) => {
    const faulty = [...(tab ? [tab] : []), ...tabs].find(({ fields }) => fields.some(isFaulty))
    const field = faulty?.fields.find(isFaulty)
    if (!faulty || !field || faulty === tab) return
    setChosen(faulty.id)
    setTimeout(() => form.setFocus(field)) // once the tab is rendered
  }
  const submit = form.handleSubmit(
    async (values) => {
      setFailure(null)
      try {
        await onSave(values)
      } catch (error) {
        if (!showFieldFailures(form, error)) return setFailure(error)
        onInvalid?.()
        openFaulty((field) => form.getFieldState(field).error !== undefined)
      }
    },
    (errors) => {
      openFaulty((field) => field in errors)
      onInvalid?.()
    },
  )
  const leave = () => (isDirty ? setLeaving(true) : onClose())

  return (
    <>
      <Dialog open onClose={isSubmitting ? onClose : leave} title={title} lead={lead} size={size} firstStop={firstStop}>
        <form onSubmit={submit} noValidate>
          {isWide ? (
            <>
              {failure !== null && (
                <ErrorNote className="mx-5 mb-2">{whyNot?.(failure) ?? errorText(t, failure)}</ErrorNote>
              )}
              {children}
            </>
          ) : (
            <>
              {tab && tabs.length > 1 && (
                <Tabs
                  label={typeof title === 'string' ? title : ''}
                  id={id}
                  tabs={tabs}
                  value={tab.id}
                  onChange={setChosen}
                  className="px-5! shrink-0"
                />
              )}
              <div className="dialog-body grid content-start gap-4">
                {failure !== null && <ErrorNote>{whyNot?.(failure) ?? errorText(t, failure)}</ErrorNote>}
                {children}
                {tab && (
                  <TabPanel id={id} value={tab.id} className={tabs.length > 1 ? 'min-h-[26rem]' : ''}>
                    {tab.content}
                  </TabPanel>
                )}
              </div>
            </>
          )}
          <FormFoot
            action={action}
            note={isWide && isDirty ? t('common.unsaved.note', { action }) : note}
            busy={isSubmitting}
            onCancel={leave}
          />
        </form>
      </Dialog>
      <DiscardDialog open={leaving} onStay={() => setLeaving(false)} onDiscard={onClose} />
    </>
  )
}
