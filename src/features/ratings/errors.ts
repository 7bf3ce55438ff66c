import { defineErrors } from '../../errors'

export const ratingErrors = defineErrors({
  ERR_NO_RATING_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Não foi possível realizar a operação: esta avaliação não existe mais.',
      en: 'Rating not found.',
      es: 'No se pudo realizar la operación: esta evaluación ya no existe.',
      tr: 'İşlem gerçekleştirilemedi: bu değerlendirme artık yok.',
    },
  },
  ERR_NO_RATING_CATEGORY_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Não foi possível realizar a operação: esta categoria não existe mais.',
      en: 'Rating category not found.',
      es: 'No se pudo realizar la operación: esta categoría ya no existe.',
      tr: 'İşlem gerçekleştirilemedi: bu kategori artık yok.',
    },
  },
  ERR_DUPLICATED_RATING_CATEGORY: {
    status: 409,
    texts: {
      'pt-BR':
        'Não foi possível realizar a operação. Verifique se já existe um registro com o mesmo nome ou se os campos foram preenchidos corretamente.',
      en: 'A rating category with this name already exists.',
      es: 'No se pudo realizar la operación. Compruebe si ya existe un registro con el mismo nombre o si los campos se completaron correctamente.',
      tr: 'İşlem gerçekleştirilemedi. Aynı adda bir kayıt olup olmadığını ve alanların doğru doldurulduğunu denetleyin.',
    },
  },
  /** The rating was deactivated after the dialog was opened. */
  ERR_RATING_INACTIVE: {
    status: 409,
    texts: {
      'pt-BR': 'Esta avaliação está desativada. Escolha outra.',
      en: 'This rating is inactive. Choose another one.',
      es: 'Esta evaluación está desactivada. Elija otra.',
      tr: 'Bu değerlendirme kapatılmış. Başka birini seçin.',
    },
  },
})
