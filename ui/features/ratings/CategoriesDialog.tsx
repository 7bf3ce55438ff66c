import { FolderOpen, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { CreateRatingCategory, type RatingCategory } from '../../../src/features/ratings/contract'
import { changesOf } from '../../shared/form/changesOf'
import { FormDialog } from '../../shared/form/FormDialog'
import { FormField } from '../../shared/form/FormField'
import { ToggleField } from '../../shared/form/ToggleField'
import { useForm } from '../../shared/form/useForm'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { DeleteDialog } from '../../shared/kit/DeleteDialog'
import { Dialog } from '../../shared/kit/Dialog'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { IconButton } from '../../shared/kit/IconButton'
import { Skeleton } from '../../shared/kit/Skeleton'
import { toast } from '../../shared/kit/toast'
import { useCrud, useRows } from '../../shared/live/useCrud'
import { useRowDialog } from '../../shared/table/useRowDialog'
import { categories } from './api'

/** The categories of ratings, and their forms. */
export function CategoriesDialog({ onClose }: { onClose(): void }) {
  const t = useText()
  const rows = useRows(categories)
  const { what, row, open, close } = useRowDialog<RatingCategory, 'create' | 'edit' | 'delete'>(rows.all)
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={t('ratings.categories.title')}
        size="sm"
        footer={
          <Button tone="primary" icon={<Plus />} onClick={() => open('create')}>
            {t('ratings.categories.new')}
          </Button>
        }
      >
        <div className="dialog-body max-h-96 overflow-y-auto pt-0!">
          {rows.error && !rows.all && (
            <ErrorState title={t('common.error.list')} error={rows.error} onRetry={rows.retry} />
          )}
          {!rows.all && !rows.error && <Skeleton className="h-16" />}
          {rows.all?.length === 0 && (
            <EmptyState icon={<FolderOpen />} title={t('ratings.categories.empty')}>
              {t('ratings.categories.emptyText')}
            </EmptyState>
          )}
          <ul className="divide-y divide-base-300">
            {rows.all?.map((category) => (
              <li key={category.id} className="flex min-h-11 items-center gap-1">
                <span className="min-w-0 flex-1 truncate">{category.descricao}</span>
                {!category.active && <span className="text-xs text-faint">{t('ratings.categories.inactive')}</span>}
                <IconButton
                  label={t('common.row.edit', { name: category.descricao })}
                  onClick={() => open('edit', category)}
                >
                  <Pencil />
                </IconButton>
                <IconButton
                  label={t('common.row.delete', { name: category.descricao })}
                  onClick={() => open('delete', category)}
                >
                  <Trash2 />
                </IconButton>
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
      {what === 'create' && <CategoryForm onClose={close} />}
      {what === 'edit' && row && <CategoryForm category={row} onClose={close} />}
      {what === 'delete' && row && <DeleteCategory category={row} onClose={close} />}
    </>
  )
}

function CategoryForm({ category, onClose }: { category?: RatingCategory; onClose(): void }) {
  const t = useText()
  const { create, update } = useCrud(categories)
  const [before] = useState(() => ({ descricao: category?.descricao ?? '', active: category?.active ?? true }))
  const form = useForm(CreateRatingCategory, before)

  async function save(values: CreateRatingCategory) {
    const changes = changesOf<CreateRatingCategory>(before, values)
    await (category ? update(category.id, changes) : create(values))
    toast.success(t('ratings.categories.saved'))
    onClose()
  }

  return (
    <FormDialog
      form={form}
      title={category ? t('common.row.edit', { name: category.descricao }) : t('ratings.categories.new')}
      action={t('common.save')}
      onSave={save}
      onClose={onClose}
    >
      <FormField form={form} name="descricao" label={t('common.field.name')} autoComplete="off" autoFocus />
      <ToggleField
        form={form}
        name="active"
        label={t('ratings.categories.active')}
        hint={t('ratings.categories.activeHint')}
      />
    </FormDialog>
  )
}

function DeleteCategory({ category: { id, descricao: name }, onClose }: { category: RatingCategory; onClose(): void }) {
  const t = useText()
  const { remove } = useCrud(categories)
  return (
    <DeleteDialog
      title={t('ratings.categories.delete.title', { name })}
      confirm={t('ratings.categories.delete.confirm')}
      done={t('ratings.categories.delete.done')}
      onDelete={() => remove(id)}
      onClose={onClose}
    >
      {() => t('ratings.categories.delete.text')}
    </DeleteDialog>
  )
}
