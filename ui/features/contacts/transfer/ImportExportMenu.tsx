import { useMutation } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { BookUser, Download, FileSpreadsheet, FileUp, MessagesSquare } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { Menu, MenuItem, MenuSeparator } from '../../../shared/kit/Menu'
import { toast } from '../../../shared/kit/toast'
import { lazyPart } from '../../../shared/lazyPart'
import { saveFile } from '../../../shared/saveFile'
import { useMay } from '../../../shared/session/useUser'
import { CONTACTS, exportContacts } from './api'
import { shownImportAtom } from './shown'

const ImportDialog = lazyPart(() =>
  import('../../../shared/bulk-import/ImportDialog').then((file) => file.ImportDialog),
)
const PhoneDialog = lazyPart(() => import('./PhoneDialog').then((file) => file.PhoneDialog))

/** Imports contacts from a spreadsheet or the phone, and exports all as a spreadsheet. */
export function ImportExportMenu() {
  const t = useText()
  const may = useMay()
  const [what, setWhat] = useState<'sheet' | 'book' | 'chats' | null>(null)
  const [shown, show] = useAtom(shownImportAtom)
  const [mayImport, mayExport] = [may('contacts-page:importContacts'), may('contacts-page:exportContacts')]
  const take = useMutation({ mutationFn: exportContacts, onSuccess: saveFile, onError: toast.failure })
  const close = () => {
    setWhat(null)
    show(null)
  }
  if (!mayImport && !mayExport) return null
  return (
    <>
      <Menu
        trigger={
          <Button icon={<FileSpreadsheet />} busy={take.isPending}>
            {t('contacts.transfer.menu')}
          </Button>
        }
      >
        {mayImport && (
          <>
            <MenuItem icon={<FileUp />} onSelect={() => setWhat('sheet')}>
              {t('contacts.transfer.sheet')}
            </MenuItem>
            <MenuItem icon={<BookUser />} onSelect={() => setWhat('book')}>
              {t('contacts.transfer.book')}
            </MenuItem>
            <MenuItem icon={<MessagesSquare />} onSelect={() => setWhat('chats')}>
              {t('contacts.transfer.chats')}
            </MenuItem>
          </>
        )}
        {mayImport && mayExport && <MenuSeparator />}
        {mayExport && (
          <MenuItem icon={<Download />} onSelect={() => take.mutate()}>
            {t('contacts.transfer.export')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {(what === 'sheet' || shown !== null) && (
          <SheetDialog key={shown ?? 'new'} id={shown ?? undefined} onClose={close} />
        )}
        {(what === 'book' || what === 'chats') && shown === null && (
          <PhoneDialog what={what} onBegun={({ id }) => show(id)} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function SheetDialog({ id, onClose }: { id: number | undefined; onClose(): void }) {
  const t = useText()
  return (
    <ImportDialog
      address={CONTACTS}
      title={t('contacts.transfer.sheet')}
      help={
        <>
          <p>{t('contacts.transfer.help')}</p>
          <p>{t('contacts.transfer.numbers')}</p>
          <p>{t('contacts.transfer.metaIds')}</p>
        </>
      }
      update={t('contacts.transfer.update')}
      id={id}
      onClose={onClose}
    />
  )
}
