import { type FormEvent, useState } from 'react'
import type { PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { Field } from '../../../shared/kit/Field'
import { useDirectory } from '../directory'
import { useCommand } from '../useCommand'
import { PeopleChoice } from './PeopleChoice'
import { SendDialog } from './SendDialog'

type Props = { by: PhoneView; onMade(group: string): void; onClose(): void }

/** Creates a group on this phone; the company is a member unless removed. */
export function NewGroupDialog({ by, onMade, onClose }: Props) {
  const t = useText()
  const run = useCommand()
  const others = useDirectory().filter(({ phone }) => phone !== by.phone)
  const [subject, setSubject] = useState('')
  const [members, setMembers] = useState(() =>
    others.filter(({ role }) => role === 'company').map(({ phone }) => phone),
  )
  const make = (event: FormEvent) => {
    event.preventDefault()
    run.mutate(
      { do: 'createGroup', by: by.phone, subject: subject.trim(), members },
      {
        onSuccess: (id) => {
          onClose()
          if (id) onMade(id)
        },
      },
    )
  }
  return (
    <SendDialog
      title={t('simulator.group.create')}
      action={t('simulator.group.make')}
      busy={run.isPending}
      disabled={subject.trim() === '' || members.length === 0}
      onSubmit={make}
      onClose={onClose}
    >
      <Field label={t('simulator.group.subject')}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={subject}
            autoComplete="off"
            onChange={(event) => setSubject(event.target.value)}
          />
        )}
      </Field>
      <PeopleChoice people={others} chosen={members} onChange={setMembers} />
    </SendDialog>
  )
}
