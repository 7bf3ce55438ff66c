import { defineErrors } from '../../errors'

export const categoryErrors = defineErrors({
  ERR_NO_CATEGORY_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Categoria não encontrada.',
      en: 'Category not found.',
      es: 'Categoría no encontrada.',
      tr: 'Kategori bulunamadı.',
    },
  },
  ERR_DUPLICATED_CATEGORY: {
    status: 409,
    texts: {
      'pt-BR': 'Já existe uma categoria com esta descrição.',
      en: 'A category with this description already exists.',
      es: 'Ya existe una categoría con esta descripción.',
      tr: 'Bu açıklamaya sahip bir kategori zaten var.',
    },
  },
  /** The company has as many as there may be; `details` says how many. */
  ERR_CATEGORY_LIMIT: {
    status: 409,
    texts: {
      'pt-BR': 'A empresa já tem categorias demais: exclua as que não usa.',
      en: 'The company has too many categories: delete those you no longer use.',
      es: 'La empresa ya tiene demasiadas categorías: elimine las que no usa.',
      tr: 'Şirketin zaten çok fazla kategorisi var: kullanılmayanları silin.',
    },
  },
})
