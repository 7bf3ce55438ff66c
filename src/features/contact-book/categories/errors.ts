import { defineErrors } from '../../../errors'

export const categoryErrors = defineErrors({
  ERR_DUPLICATED_CATEGORY: {
    status: 409,
    texts: {
      'pt-BR':
        'Não foi possível realizar a operação. Verifique se já existe um registro com o mesmo nome ou se os campos foram preenchidos corretamente.',
      en: 'A category with this description already exists.',
      es: 'No se pudo realizar la operación. Compruebe si ya existe un registro con el mismo nombre o si los campos se completaron correctamente.',
      tr: 'İşlem gerçekleştirilemedi. Aynı adda bir kayıt olup olmadığını ve alanların doğru doldurulduğunu denetleyin.',
    },
  },
  /** `details.most`: categories per company. */
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
