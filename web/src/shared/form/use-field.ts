import { useController, type FieldPath, type FieldValues, type UseControllerProps } from 'react-hook-form';

/**
 * A field of a form. It is read-only while the form is being submitted, which lasts until the promise of its handler
 * settles: text typed in that time would be dropped, or would count as saved. `disabled` would drop the focus.
 */
export function useField<Values extends FieldValues, Name extends FieldPath<Values>, Transformed>(
  props: UseControllerProps<Values, Name, Transformed>,
) {
  const { field, fieldState, formState } = useController(props);
  return { field, fieldState, readOnly: formState.isSubmitting };
}
