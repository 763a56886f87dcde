import type { ToastOptions } from '@/shared/ui/toast/toast.ts';

type Group = { name: string; toasts: readonly ToastOptions[] };

const failure = (title: string, message?: string): ToastOptions => ({ title, message, kind: 'destructive' });
const SERVER_MESSAGE = 'The message of the server';

/** All toasts of the product, with sample values. */
export const toastCatalogue: readonly Group[] = [
  {
    name: 'Account',
    toasts: [
      { title: 'Login Successful', message: 'Welcome back!' },
      { title: 'Registration successful', message: 'Your account has been created successfully!' },
      { title: 'Email Verification Required', message: 'Please verify your email before logging in' },
      { title: 'Email verified', message: 'Your email has been verified successfully' },
      { title: 'Code sent', message: 'A new code is on its way to you' },
      { title: 'Logged out', message: 'You have been logged out successfully' },
      failure('Logout failed', 'Failed to logout'),
      failure('Email required', 'Please enter your email address'),
      failure('Error', 'Failed to send reset email'),
      failure('Error', SERVER_MESSAGE),
      failure('Error', 'This sign-in method is not available'),
      failure('Access denied', 'You do not have permission to view this page'),
      { title: 'Profile updated', message: 'Your profile has been updated successfully' },
      failure('Error updating profile', SERVER_MESSAGE),
    ],
  },
  {
    name: 'Purchase requests',
    toasts: [
      { title: 'Success', message: 'Your post has been created successfully!' },
      { title: 'Success', message: 'Your post has been updated successfully!' },
      { title: 'Post deleted', message: 'Your post has been deleted successfully' },
      { title: 'Post hidden', message: 'Your post has been hidden successfully' },
      { title: 'Post unhidden', message: 'Your post is now visible again' },
      failure('Error creating post', SERVER_MESSAGE),
      failure('Error updating post', SERVER_MESSAGE),
      failure('Error deleting post', SERVER_MESSAGE),
      failure('Error hiding post', SERVER_MESSAGE),
      failure('Error unhiding post', SERVER_MESSAGE),
      { title: 'Login Required', message: 'Please login to like posts' },
      failure('Error', 'Failed to update like status'),
    ],
  },
  {
    name: 'Quotes',
    toasts: [
      { title: 'Quote submitted', message: 'You sent a quote to Steel tubes of anna' },
      failure('Error submitting quote', SERVER_MESSAGE),
      failure('Error submitting quote', 'Validation failed'),
      failure('Error submitting quote', 'Server error occurred'),
      failure('Error submitting quote', 'Failed to submit quote. Please try again.'),
      failure(
        'Missing organization information',
        'Please update your organization details in My Profile before sending quotes',
      ),
    ],
  },
  {
    name: 'Uploads',
    toasts: [
      { title: 'Document attached', message: 'offer.pdf' },
      failure('Upload failed', 'Failed to upload document'),
      failure('Upload failed', SERVER_MESSAGE),
      failure('File limit exceeded', 'Maximum 5 files can be attached'),
      failure('File too large', 'Maximum file size is 3MB'),
      { title: 'Images uploaded', message: '2 image(s) uploaded successfully' },
      failure('Upload failed', 'There was a problem uploading your images'),
      failure('Too many images', 'You can only upload 2 more image(s). Maximum 5 images allowed per post.'),
      failure('File too large', 'photo.png exceeds 5MB limit'),
      failure('Invalid file type', 'notes.txt is not an image file'),
    ],
  },
  {
    name: 'Further',
    toasts: [
      { title: 'Review submitted', message: 'Thank you for your review' },
      { title: 'This item is no longer available' },
      { title: 'Email settings saved' },
      failure('Download failed', SERVER_MESSAGE),
      failure('Export failed', SERVER_MESSAGE),
    ],
  },
];
