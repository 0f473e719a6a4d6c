package android.content;

/** Stub: https://developer.android.com/reference/android/content/Intent */
public class Intent {
    public static final String ACTION_SEND = "android.intent.action.SEND";
    public static final String ACTION_VIEW = "android.intent.action.VIEW";
    public static final String EXTRA_SUBJECT = "android.intent.extra.SUBJECT";
    public static final String EXTRA_TEXT = "android.intent.extra.TEXT";
    public static final int FLAG_ACTIVITY_NEW_TASK = 0x10000000;

    public Intent(String action) { throw new RuntimeException("Stub"); }

    public static Intent createChooser(Intent target, CharSequence title) { throw new RuntimeException("Stub"); }
    public Intent addFlags(int flags) { throw new RuntimeException("Stub"); }
    public String getAction() { throw new RuntimeException("Stub"); }
    public String getDataString() { throw new RuntimeException("Stub"); }
    public Intent putExtra(String name, String value) { throw new RuntimeException("Stub"); }
    public Intent setType(String type) { throw new RuntimeException("Stub"); }
}
