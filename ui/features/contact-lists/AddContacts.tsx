import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { MOST_CONTACTS_AT_ONCE } from '../../../src/contacts/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Dialog } from '../../shared/kit/Dialog'
import { toast } from '../../shared/kit/toast'
import { PeoplePicker, type PickableContact } from '../contacts/PeoplePicker'
import { addContacts } from './api'

/** Adds contacts to a list, including those with hidden numbers. */
export function AddContacts({ listId, onClose }: { listId: number; onClose(): void }) {
  const t = useText()
  const [chosen, setChosen] = useState<readonly PickableContact[]>([])
  const add = useMutation({
    mutationFn: () => addContacts({ contactListId: listId, contactIds: chosen.map(({ id }) => id) }),
    onSuccess: ({ added, known, unreachable }) => {
      const passedOver = known + unreachable
      toast.success(
        [
          t('contactLists.items.added', { count: added }),
          passedOver > 0 && t('contactLists.items.passedOver', { count: passedOver }),
        ]
          .filter(Boolean)
          .join(' '),
      )
      onClose()
    },
    onError: toast.failure,
  })
  const toggle = (person: PickableContact) =>
    setChosen(
      chosen.some(({ id }) => id === person.id) ? chosen.filter(({ id }) => id !== person.id) : [...chosen, person],
    )
  return (
    <Dialog open onClose={onClose} title={t('contactLists.items.fromContactsTitle')} size="sm">
      <div className="dialog-body pt-1!">
        <PeoplePicker chosen={chosen} onToggle={toggle} recent={[]} allows={mayBeListed} />
      </div>
      <footer className="dialog-foot">
        <Button tone="ghost" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          tone="primary"
          busy={add.isPending}
          disabled={chosen.length === 0 || chosen.length > MOST_CONTACTS_AT_ONCE}
          onClick={() => add.mutate()}
        >
          {t('common.act.add')}
        </Button>
      </footer>
    </Dialog>
  )
}

const mayBeListed = ({ number, isNumberHidden, isGroup }: PickableContact): boolean =>
  !isGroup && (number !== null || isNumberHidden)
