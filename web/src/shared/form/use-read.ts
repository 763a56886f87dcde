import { useState } from 'react';

/**
 * What a form has shown since it opened, for its save to name: live events renew what is on screen, also what the user
 * has not read.
 * @returns it, and a function to call once the server has refused it as outdated. The user has been told then, so the
 * form takes over what differs on screen, once.
 */
export function useRead<Facts>(shown: Facts): [read: Facts, takeOver: () => void] {
  const [read, setRead] = useState(shown);
  const [isOutdated, setIsOutdated] = useState(false);
  if (isOutdated && JSON.stringify(shown) !== JSON.stringify(read)) {
    setRead(shown);
    setIsOutdated(false);
  }
  return [read, () => setIsOutdated(true)];
}
