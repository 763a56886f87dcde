import { Center, Loader } from '@mantine/core';

/** Shown while the current user is unknown. */
export function GuardSpinner() {
  return (
    <Center mih="50vh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
